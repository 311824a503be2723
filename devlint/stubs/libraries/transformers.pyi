"""What transformers makes on the CPU, and what it calls back while a model generates.

A model that is made from its configuration is on the CPU; collators give batches there. Source: version 5.24, by calls on
simulated GPUs.
"""

with module("transformers", "transformers.data.data_collator"):

    @names("DataCollatorWithPadding", "DataCollatorForTokenClassification", "DataCollatorForSeq2Seq")
    class Collator:
        def __init__(self, tokenizer): ...
        def __call__(self, features) -> Batch[cpu]: ...

with module("transformers", "transformers.models.*", "transformers.modeling_outputs"):

    # read: these are not the models that their names end as, so that nothing is said of them
    @names("*Output", "*OutputWithPast", "*Config", "DataCollatorFor*", "*Tokenizer", "*Processor", "*Extractor", "TF*", "Flax*",
           "Auto*", "PreTrainedModel", "*EncoderDecoderModel", "*DualEncoderModel", "*RagModel", "Rag*", "MusicgenFor*")
    class Other: ...

    @names("*Model", "*LMHeadModel", "*ForCausalLM", "*ForMaskedLM", "*ForPreTraining", "*Classification",
           "*ForQuestionAnswering", "*ForMultipleChoice", "*ForNextSentencePrediction", "*ForConditionalGeneration",
           "*ForCTC", "*ForObjectDetection", "*ForMaskedImageModeling", "*ForSemanticSegmentation")
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
