"""Tensors that are copied to a GPU in each pass of a loop though they stay the same."""
