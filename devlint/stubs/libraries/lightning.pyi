"""What Lightning does to devices: what Fabric sets up is on its accelerator, and so are the batches of its loaders.

Source: version 2.6, by calls on simulated GPUs and its source.
"""

with module("lightning.fabric", "lightning", "lightning.fabric.*"):

    class Fabric(At[accelerator]):
        def setup_dataloaders(self, *dataloaders) -> Moved[dataloaders, self]: ...
        def setup_module(self, module) -> Moved[module, self]: ...
        def to_device(self, obj) -> Moved[obj, self]: ...
        device: Device[self]
