"""What vector-quantize-pytorch does to devices: a quantizer has its codes where torch makes tensors, until it is moved.

Source: version 1.32, by calls on simulated GPUs.
"""

with module("vector_quantize_pytorch", "vector_quantize_pytorch.*"):

    @names("VectorQuantize", "ResidualVQ", "GroupedResidualVQ", "RandomProjectionQuantizer", "FSQ", "LFQ", "ResidualLFQ",
           "GroupedResidualLFQ", "ResidualFSQ", "GroupedResidualFSQ", "LatentQuantize", "SimVQ", "ResidualSimVQ")
    class Quantizer(Module[default]):
        def __init__(self): ...
        def get_codes_from_indices(self, indices) -> Tensor[self]: ...
        def get_output_from_indices(self, indices) -> Tensor[self]: ...
        def indices_to_codes(self, indices) -> Tensor[self]: ...
