"""What TRL does to devices. Source: version 1.16, by calls on simulated GPUs."""

with module("trl.trainer.utils"):

    def selective_log_softmax(logits: Tensor, index: Tensor[logits]) -> Tensor[logits]: ...
