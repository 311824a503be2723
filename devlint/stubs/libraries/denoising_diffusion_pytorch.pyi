"""What denoising-diffusion-pytorch does to devices: networks that are on the CPU until they are moved.

Source: version 2.3, by calls on simulated GPUs.
"""

with module("denoising_diffusion_pytorch", "denoising_diffusion_pytorch.*"):

    @names("Unet", "Unet1D", "KarrasUnet")
    class Network(Module[default]):
        def __init__(self): ...
