"""What THOP does to devices: it applies the model to the inputs. Source: version 0.1, by calls on simulated GPUs."""

with module("thop", "thop.profile"):

    def profile(model: Model, inputs: Batch[model]) -> tuple[Number, Number]: ...
