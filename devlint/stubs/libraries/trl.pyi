"""What TRL does to devices. Source: version 1.16, by calls on simulated GPUs."""

with module("trl.trainer.utils"):

    def selective_log_softmax(logits: Tensor, index: Tensor[logits]) -> Tensor[logits]: ...

    def pad(tensors, padding_value=0) -> Tensor[tensors]: ...

with module("trl", "trl.models", "trl.models.utils", "trl.experimental.utils"):

    def create_reference_model(model, num_shared_layers=None) -> Model[model] if num_shared_layers is None else Unknown: ...

with module("trl.trainer.sft_trainer"):

    class DataCollatorForLanguageModeling:
        def __init__(self, pad_token_id): ...
        def __call__(self, features) -> dict[str, Tensor[default]]: ...
