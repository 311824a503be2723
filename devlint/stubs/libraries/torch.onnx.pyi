"""What torch.onnx does to devices: a model is traced with an example. Source: torch 2.13, by calls on simulated GPUs."""

with module("torch.onnx"):

    def export(model: Model, args: Tensor[model] = None) -> Unknown: ...
