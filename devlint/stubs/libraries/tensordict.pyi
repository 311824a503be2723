"""What TensorDict does to devices: without a device its entries stay where they are, and modules are where theirs are.

Source: version 0.15, by calls on simulated GPUs.
"""

with module("tensordict", "tensordict.*"):

    # read: without a device it holds the entries of `source` themselves, and is not `source` itself
    def TensorDict(source, batch_size=None, device: Device = None) -> Same[source] if device is None else Batch[device]: ...

with module("tensordict.nn", "tensordict.nn.*"):

    class TensorDictModule(Model[module]):
        def __init__(self, module): ...
        def __call__(self, tensordict: Batch[self]) -> Same[tensordict]: ...
