"""What is particular to single operators: their kernels on CUDA, dtypes that these have, words of their own."""
