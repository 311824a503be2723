"""What torchinfo does to devices. Source: version 1.8, by calls on simulated GPUs."""

with module("torchinfo", "torchinfo.torchinfo"):

    def summary(
        model: Moved[device] if device else Model,
        input_size=None,
        input_data: Tensor if device else Tensor[model] = None,
        batch_dim=None,
        cache_forward_pass=None,
        col_names=None,
        col_width=25,
        depth=3,
        device: Device = None,
    ) -> Unknown: ...
