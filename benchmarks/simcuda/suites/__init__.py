"""Public test suites on the CPU and on simulated CUDA: which tests agree, and why the others do not."""
