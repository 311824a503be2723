"""Tests of the domain: devices, and what is known of them."""
