"""CUDA asked for by name, wherever that is."""
