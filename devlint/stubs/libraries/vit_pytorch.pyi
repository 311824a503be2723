"""What vit-pytorch does to devices: networks that are on the CPU until they are moved, and take images where they are.

Source: version 1.26, by calls on simulated GPUs.
"""

with module("vit_pytorch", "vit_pytorch.*"):

    @names("ViT", "SimpleViT", "DeepViT", "CaiT", "CCT", "CvT", "PiT", "LeViT", "T2TViT", "CrossViT", "CrossFormer",
           "TwinsSVT", "RegionViT", "MaxViT", "NesT", "MobileViT", "XCiT")
    class Network(Module[default]):
        def __init__(self): ...
