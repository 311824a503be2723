"""What timm does to devices: models are made on the CPU. Source: version 1.0, by calls on simulated GPUs."""

with module("timm", "timm.models", "timm.models.factory", "timm.models._factory"):

    def create_model(model_name) -> Module[default]: ...
