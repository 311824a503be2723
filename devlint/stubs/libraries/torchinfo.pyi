"""What torchinfo does to devices. Source: version 1.8, by calls on simulated GPUs."""

with module("torchinfo", "torchinfo.torchinfo"):

    def summary(
        # without `device=`, a model on the CPU is moved to the GPU where there is one, unless an input is given;
        # versions before 1.8 also move one that is on another GPU
        model: Moved[device] if device else (Moved[gpu] if input_size else Model) if input_data is None else Model,
        input_size=None,
        input_data: Tensor if device else Tensor[model] = None,
        batch_dim=None,
        cache_forward_pass=None,
        col_names=None,
        col_width=25,
        depth=3,
        device: Device = None,
    ) -> Unknown: ...
