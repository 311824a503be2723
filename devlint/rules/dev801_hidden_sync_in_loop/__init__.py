"""Tensors that are read on the CPU in every step of a training loop."""
