"""What x-transformers does to devices: networks that are on the CPU until they are moved, and take tokens where they are.

Source: version 2.31, by calls on simulated GPUs.
"""

with module("x_transformers", "x_transformers.x_transformers", "x_transformers.continuous"):

    # the layers move with the network that is made of them
    @names("TransformerWrapper", "ContinuousTransformerWrapper", "ViTransformerWrapper")
    class Wrapper(Module[default]):
        def __init__(self, *, attn_layers: Escaping): ...

    @names("Encoder", "Decoder", "XTransformer")
    class Layers(Module[default]):
        def __init__(self): ...
