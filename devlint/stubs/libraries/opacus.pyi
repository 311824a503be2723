"""What Opacus does to devices: a private model is where the model is, and its loader gives batches as the loader does.

Source: version 1.6, by calls on simulated GPUs and its source.
"""

with module("opacus", "opacus.privacy_engine"):

    class PrivacyEngine:
        def __init__(self): ...
        # read: wrappers of the model and the optimizer, and a loader of the same rows
        def make_private(self, *, module, optimizer, data_loader, grad_sample_mode="hooks") -> tuple[Same[module], Same[optimizer], Same[data_loader]] if grad_sample_mode != "ghost" else Unknown: ...
        # read: as make_private
        def make_private_with_epsilon(self, *, module, optimizer, data_loader, grad_sample_mode="hooks") -> tuple[Same[module], Same[optimizer], Same[data_loader]] if grad_sample_mode != "ghost" else Unknown: ...
