"""Names of torch for CUDA alone that torch has replaced."""
