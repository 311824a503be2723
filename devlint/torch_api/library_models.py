"""Models of libraries around torch: which calls make one on the CPU, and what may be called on it.

transformers.AutoModel.from_pretrained(name)      on the CPU, unless a `device_map` says otherwise
timm.create_model("resnet50")                     on the CPU
torchmetrics.classification.BinaryAccuracy()      its states are on the CPU
sentence_transformers.SentenceTransformer(name)   moves itself: none of these
"""

from __future__ import annotations

import re
from functools import lru_cache

_LOADERS = frozenset({"from_pretrained", "from_config"})
_PRETRAINED = re.compile(
    r"(?!TF|Flax|ORT|OV|Diffusion)([A-Z]\w{0,99}(Model|LMHeadModel|For[A-Z]\w{1,99}|Backbone|LLM)|Autoencoder\w+|UNet\w+)"
)
_NO_MODEL = re.compile(r"(Pipeline|Tokenizer\w{0,99}|Processor|FeatureExtractor|Config|Scheduler)$")
_FACTORIES = frozenset({
    "timm.create_model", "timm.models.create_model", "timm.models.factory.create_model",
    "segmentation_models_pytorch.Unet", "segmentation_models_pytorch.UnetPlusPlus", "segmentation_models_pytorch.FPN",
    "segmentation_models_pytorch.DeepLabV3", "segmentation_models_pytorch.DeepLabV3Plus",
    "segmentation_models_pytorch.create_model",
    "efficientnet_pytorch.EfficientNet.from_pretrained", "efficientnet_pytorch.EfficientNet.from_name",
})  # fmt: skip
PACKAGES = frozenset(name.partition(".")[0] for name in _FACTORIES)
"""Packages some of whose functions are known here by their names."""

_HUBS = ("pytorch/vision", "facebookresearch/dinov2", "facebookresearch/dino", "facebookresearch/deit",
         "facebookresearch/swav", "facebookresearch/barlowtwins", "mateuszbuda/brain-segmentation-pytorch")  # fmt: skip
"""Repositories of `torch.hub` whose entries give models on the CPU; those of others may move them."""

_SUMMING = re.compile(
    r"(Binary|Multiclass|Multilabel)?("
    r"Accuracy|CohenKappa|ConfusionMatrix|F1Score|FBetaScore|HammingDistance|HingeLoss|JaccardIndex|MatthewsCorrCoef|"
    r"NegativePredictiveValue|Precision|Recall|Specificity|StatScores|ExactMatch)|"
    r"Multilabel(CoverageError|RankingAveragePrecision|RankingLoss)|"
    r"ConcordanceCorrCoef|LogCoshError|MeanAbsoluteError|MeanAbsolutePercentageError|"
    r"MeanSquaredError|MeanSquaredLogError|NormalizedRootMeanSquaredError|PearsonCorrCoef|RelativeSquaredError|"
    r"SymmetricMeanAbsolutePercentageError|TweedieDevianceScore|WeightedMeanAbsolutePercentageError|"
    r"PeakSignalNoiseRatio|StructuralSimilarityIndexMeasure|Perplexity|"
    r"MeanMetric|SumMetric|RunningMean|RunningSum"
)
COLLECTION = re.compile(r"^torchmetrics(\.\w+)*\.MetricCollection$")

APPLYING = frozenset({"forward", "generate", "update"})
"""Methods that apply such a model, or such a metric, to what they are given."""

RETYPING = frozenset({"half", "float", "double", "bfloat16", "requires_grad_", "merge_and_unload"})
"""Methods that give back the model, where it was."""

SPREADING = frozenset({"parallelize", "deparallelize"})
"""Methods that may put parts of a model elsewhere."""

TRAINERS = frozenset({"transformers.Trainer", "transformers.Seq2SeqTrainer", "trl.SFTTrainer"})
"""Classes that move the model that they are given to the GPU, if there is one, when they are built."""

ARGUMENTS = frozenset({"transformers.TrainingArguments", "transformers.Seq2SeqTrainingArguments", "trl.SFTConfig"})
"""The settings of these; ``use_cpu`` and ``no_cuda`` among them keep the model on the CPU."""

_BUILDERS = re.compile(r"^torchvision\.models\.(\w+\.)*(?!get_|list_|register)([a-z]\w*|[A-Z][^\Wa-z]*[a-z]\w*)$")
_NO_BUILDER = re.compile(r"(_Weights|\.feature_extraction\.\w+|QuantizableModel|Output|Utils)$")


@lru_cache(maxsize=512)
def loads_model(name: str) -> bool:
    """Whether a function of this dotted name loads or makes a model, and leaves it on the CPU unless told otherwise."""
    owner, _, last = name.rpartition(".")
    if last in _LOADERS and owner.startswith(("transformers.", "diffusers.")):
        return _PRETRAINED.fullmatch(owner.rpartition(".")[2]) is not None and _NO_MODEL.search(owner) is None
    return name in _FACTORIES


@lru_cache(maxsize=512)
def builds_vision_model(name: str) -> bool:
    """Whether a function or class of this dotted name makes a model of torchvision."""
    if name == "torchvision.models.get_model":
        return True
    return _BUILDERS.search(name) is not None and _NO_BUILDER.search(name) is None


@lru_cache(maxsize=512)
def is_summing_metric(name: str) -> bool:
    """Whether a class of this dotted name is a metric with a tensor of its own, to which it adds what it is given.

    Others keep all that they are given in a list, wherever that is.
    """
    return name.startswith("torchmetrics.") and _SUMMING.fullmatch(name.rpartition(".")[2]) is not None


def is_hub_of_models(repository: object) -> bool:
    """Whether a repository of ``torch.hub`` gives models as they are made."""
    return isinstance(repository, str) and repository.partition(":")[0] in _HUBS
