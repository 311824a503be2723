"""What TensorDict does to devices: without a device its entries stay where they are.

Source: version 0.15, by calls on simulated GPUs.
"""

with module("tensordict", "tensordict.*"):

    # read: without a device it holds the entries of `source` themselves, and is not `source` itself
    def TensorDict(source, batch_size=None, device: Device = None) -> Same[source] if device is None else Unknown: ...
