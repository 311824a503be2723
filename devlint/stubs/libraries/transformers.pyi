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

    # read: a part of a model, which is where that is until it is moved itself; called in tests/stubs/programs/transformers.py
    @parts("model", "base_model", "transformer", "bert", "roberta", "distilbert", "electra", "deberta", "albert", "vit",
           "swin", "dinov2", "whisper", "wav2vec2", "hubert", "encoder", "decoder", "text_encoder", "vision_model",
           "text_model", "visual_projection", "text_projection", "vision_tower", "language_model", "multi_modal_projector",
           "qformer", "embeddings", "embed_tokens", "word_embeddings", "position_embeddings", "token_type_embeddings",
           "patch_embeddings", "wte", "wpe", "shared", "layer", "layers", "h", "block", "blocks", "ln_f", "norm",
           "final_layer_norm", "layernorm", "post_layernorm", "pre_layrnorm", "pooler", "lm_head", "proj_out",
           "classifier", "classification_head", "score", "cls", "qa_outputs", "feature_extractor",
           "feature_projection", "self_attn", "attention", "attn", "mlp")
    class _Part(Model):
        def __getitem__(self, index) -> _Part[self]: ...
        @names("get_input_embeddings", "get_output_embeddings", "get_encoder", "get_decoder")
        def part(self) -> _Part[self]: ...

    # read: models that `from_pretrained` loads, which are called in tests/stubs/programs/transformers.py
    @names("AutoModel*", "AutoBackbone")
    class _Loaded(_Part): ...

    # read: it is where the models are of which it is made
    @names("*EncoderDecoderModel", "*DualEncoderModel", "Rag*", "Musicgen*")
    class Whole(_Part):
        def __init__(self, config=None, encoder: Escaping = None, decoder: Escaping = None): ...

    @names("*Model", "*LMHeadModel", "*ForCausalLM", "*ForMaskedLM", "*ForPreTraining", "*Classification",
           "*ForQuestionAnswering", "*ForMultipleChoice", "*ForNextSentencePrediction", "*ForConditionalGeneration",
           "*ForCTC", "*ForObjectDetection", "*ForMaskedImageModeling", "*ForSemanticSegmentation",
           "!DataCollatorFor*", "!TF*", "!Flax*", "!AutoModel*")
    class FromConfiguration(_Part, Model[default]):
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
