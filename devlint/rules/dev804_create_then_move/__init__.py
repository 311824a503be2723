"""Tensors that are created on the CPU and moved at once."""
