"""Tests for CUDA where any accelerator is meant."""
