"""Conversions to NumPy in files that run on the CPU by what they use, of batches that a loader gives, and of others'.

if self.framework == "tf":
    return self.model(tokens)[0].numpy()       TensorFlow's, which converts from anywhere
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from devlint.devices.facts.operations import ToHost
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import UNKNOWN
from devlint.flow.values.identity import innermost
from devlint.forms import form
from devlint.forms.parts import ids_in
from devlint.forms.source_file import SourceFile

RUNS_EXPORTED = Reason(
    "runs-exported-models",
    "Files that run exported models on the CPU: with ONNX Runtime's `CPUExecutionProvider` and no other, ncnn or RKNN.",
    ("DEV107",),
)

_ON_THE_HOST = re.compile(r"CPUExecutionProvider|^ *import (ncnn|rknnlite)\b|^from rknn", re.M)
_ON_GPUS = re.compile(r"(CUDA|Tensorrt|ROCM|Dml)ExecutionProvider")

BATCH_OF_LOADER = Reason(
    "batch-of-loader",
    "A detached part of a batch that comes from a `DataLoader`: it is where the data set made it, not where the "
    "model is.",
    ("DEV107",),
)

OF_ANOTHER_FRAMEWORK = Reason(
    "of-another-framework",
    'What code out of sight gives in a branch for another framework (`if self.framework == "tf":`).',
    ("DEV107",),
)

_FRAMEWORKS = frozenset({"tf", "tensorflow", "tflite", "keras", "jax", "flax", "mxnet", "paddle"})


def is_batch_of_loader(fact: ToHost) -> bool:
    """True if ``fact`` converts a batch, or a part of one, of a loader whose data are not known."""
    return fact.of_loader and fact.tensor.device == UNKNOWN


def runs_exported_on_cpu(source: str) -> bool:
    """True if a file runs exported models on the CPU, and does not mention that it may do so on a GPU."""
    return _ON_THE_HOST.search(source) is not None and _ON_GPUS.search(source) is None


def is_of_another(fact: ToHost, file: SourceFile) -> bool:
    """True if what ``fact`` converts was made in a branch for another framework, in which the conversion stands.

    Not what comes from outside of the branch: a tensor of torch may be converted to hand it to the other framework. Nor
    what the code itself has made, or moved.
    """
    if fact.tensor.made is not None:
        return False
    tensor = fact.tensor.tensor
    makers = set(map(innermost, (tensor.id, *tensor.roots)))
    return any(id(fact.at) in inside and makers <= inside for inside in file.once(_arms, None))


def _arms(of: None, file: SourceFile) -> list[set[int]]:
    """The branches of a file in which a word for another framework is what was asked for: the ids of their forms."""
    tests = (one for one in file.choices if isinstance(one, form.If) and _asks_for_another(one.test))
    return [ids_in(*one.then) for one in tests]


def _asks_for_another(test: form.Expression) -> bool:
    """``framework == "tf"``, ``kind in ("tensorflow", "tflite")``."""
    if not isinstance(test, form.Compare) or len(test.operators) != 1 or test.operators[0] not in ("==", "in"):
        return False
    words = list(_words(test.comparators[0]))
    return bool(words) and _FRAMEWORKS.issuperset(words)


def _words(at: form.Expression) -> Iterator[object]:
    for one in at.elements if isinstance(at, form.Display) else (at,):
        yield one.value if isinstance(one, form.Constant) else None
