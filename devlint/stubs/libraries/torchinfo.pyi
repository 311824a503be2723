"""What torchinfo does to devices. Source: version 1.8, by calls on simulated GPUs."""

with module("torchinfo", "torchinfo.torchinfo"):

    def summary(
        model: Moved[device] if device else Model, input_size=None, input_data: Tensor[model] = None, *, device: Device
    ) -> Unknown: ...
