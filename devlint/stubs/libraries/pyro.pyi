"""What Pyro does to devices: a sample is where the parameters of its distribution are, a parameter where it begins.

Source: version 1.9, by calls on simulated GPUs.
"""

with module("pyro", "pyro.primitives"):

    def sample(name, fn, *, obs=None) -> Unknown if obs else Tensor[fn]: ...
    def param(name, init_tensor: Tensor) -> Tensor[init_tensor]: ...
