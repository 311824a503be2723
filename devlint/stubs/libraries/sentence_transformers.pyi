"""Where sentence_transformers puts its models and tensors. Source: version 5.1, its source and calls on simulated GPUs."""

with module("sentence_transformers", "sentence_transformers.SentenceTransformer"):

    class SentenceTransformer(Model[device]):
        def __init__(self, model_name_or_path=None, *, device: Device = accelerator): ...
        def encode(self, sentences, *, convert_to_tensor=False, convert_to_numpy=True) -> Tensor[self] if convert_to_tensor else Array: ...
        device: Device[self]
