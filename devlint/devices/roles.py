"""What a class or a function is for, by its bases and its name.

    class Net(nn.Module)           a module: what is registered moves with it
    class Faces(Dataset)           runs on the host: loaders hand its items on, somebody else moves them
    class Net(LightningModule)     a module that Lightning moves, with its batches
"""

from __future__ import annotations

from devlint.flow.value import ClassValue, External, FunctionValue

MODULE_BASES = frozenset({
    "torch.nn.Module", "torch.nn.modules.module.Module", "torch.jit.ScriptModule",
    "pytorch_lightning.LightningModule", "lightning.LightningModule", "lightning.pytorch.LightningModule",
    "pytorch_lightning.core.LightningModule", "lightning.pytorch.core.LightningModule",
    "torchmetrics.Metric", "torchmetrics.metric.Metric",
    "transformers.PreTrainedModel", "transformers.modeling_utils.PreTrainedModel",
    "diffusers.ModelMixin", "diffusers.models.modeling_utils.ModelMixin",
    "torch_geometric.nn.MessagePassing", "torch_geometric.nn.conv.MessagePassing",
    "gpytorch.Module", "gpytorch.models.ExactGP", "pyro.nn.PyroModule",
})  # fmt: skip

HOST_BASES = (
    "Dataset", "Sampler", "DataModule", "Transform", "Processor", "Tokenizer", "Collator", "Reader", "Writer", "Viewer",
    "TestCase", "DataLoader", "DatasetBuilder", "Augmentation", "Config", "FeatureExtractor", "Exporter", "DataPipe",
)  # fmt: skip

HOST_FUNCTIONS = frozenset({
    "__getitem__", "__getitems__", "collate", "collate_fn", "compute_metrics", "symbolic", "worker_init_fn",
    "prepare_data", "__getstate__", "__setstate__", "__repr__", "preprocess_logits_for_metrics",
    "train_dataloader", "val_dataloader", "test_dataloader", "get_dummy_inputs", "dummy_inputs",
})  # fmt: skip

MOVERS = frozenset({"_apply", "to", "cuda", "cpu"})


def is_module_class(cls: ClassValue) -> bool:
    """Whether instances of ``cls`` are modules for certain."""
    for base in cls.bases_outside():
        if isinstance(base, External):
            if base.name in MODULE_BASES:
                return True
            if base.name.startswith("torch.nn.") and base.name.rpartition(".")[2][:1].isupper():
                return True
    return False


def moves_itself(cls: ClassValue) -> bool:
    """Whether ``cls`` says itself what happens when it is moved."""
    return any(cls.find(name) is not None for name in MOVERS)


def is_host_class(cls: ClassValue) -> bool:
    """Whether the methods of ``cls`` run on the host by role."""
    names = [cls.form.name]
    for part in cls.linearised():
        if isinstance(part, ClassValue):
            names.append(part.form.name)
        elif isinstance(part, External):
            names.append(part.name.rpartition(".")[2])
    return any(name.endswith(HOST_BASES) for name in names)


def is_host_function(function: FunctionValue) -> bool:
    """Whether a function runs on the host by its name."""
    name = getattr(function.form, "name", "")
    return name in HOST_FUNCTIONS or "collate" in name
