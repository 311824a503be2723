"""What belongs to CUDA alone: its module, process groups, cuFFT and the tools around a build of torch for it."""
