"""x"""
with module("transformers"):
    class StoppingCriteria:
        @called_back
        def __call__(self, input_ids: Tensor[accelerator], scores: Tensor[accelerator]) -> Unknown: ...
