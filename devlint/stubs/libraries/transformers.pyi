"""What transformers makes on the CPU, and what it calls back while a model generates.

A model that is made from its configuration is on the CPU; collators give batches there. Source: version 5.24, by calls on
simulated GPUs.
"""

with module("transformers", "transformers.data.data_collator"):

    @names("DataCollatorWithPadding", "DataCollatorForTokenClassification", "DataCollatorForSeq2Seq",
           "DataCollatorForLanguageModeling")
    class Collator:
        def __init__(self, tokenizer): ...
        def __call__(self, features) -> Batch[cpu]: ...

    class DefaultDataCollator:
        def __init__(self): ...
        def __call__(self, features) -> Batch[features]: ...

    def default_data_collator(features) -> Batch[features]: ...

with module("transformers", "transformers.models.*"):

    # read: it is where the models are of which it is made
    @names("*EncoderDecoderModel", "*DualEncoderModel", "Rag*", "Musicgen*")
    class Whole(Model):
        def __init__(self, config=None, encoder: Escaping = None, decoder: Escaping = None): ...

    @names("*Model", "*LMHeadModel", "*ForCausalLM", "*ForMaskedLM", "*ForPreTraining", "*Classification",
           "*ForQuestionAnswering", "*ForMultipleChoice", "*ForNextSentencePrediction", "*ForConditionalGeneration",
           "*ForCTC", "*ForObjectDetection", "*ForMaskedImageModeling", "*ForSemanticSegmentation",
           "!DataCollatorFor*", "!TF*", "!Flax*", "!AutoModel*")
    class FromConfiguration(Model[default]):
        def __init__(self, config): ...

with module("transformers", "transformers.generation.*"):

    class StoppingCriteria:
        @called_back
        def __call__(self, input_ids: Tensor[accelerator], scores: Tensor[accelerator]): ...

    @names("LogitsProcessor", "LogitsWarper")
    class LogitsProcessor:
        @called_back
        def __call__(self, input_ids: Tensor[accelerator], scores: Tensor[accelerator]): ...

with module("transformers", "transformers.trainer", "transformers.trainer_seq2seq"):

    @names("Trainer", "Seq2SeqTrainer")
    class Trainer:
        @called_back
        def compute_loss(self, model, inputs: Batch[accelerator]): ...
