"""What transformers calls back while a model generates: ids and scores are where the model is.

Source: version 5.24, by calls on simulated GPUs.
"""

with module("transformers", "transformers.generation.*"):

    class StoppingCriteria:
        @called_back
        def __call__(self, input_ids: Tensor[accelerator], scores: Tensor[accelerator]): ...

    @names("LogitsProcessor", "LogitsWarper")
    class LogitsProcessor:
        @called_back
        def __call__(self, input_ids: Tensor[accelerator], scores: Tensor[accelerator]): ...
