"""Loaders that shuffle in a file whose default type of tensors is one of CUDA.

torch.set_default_tensor_type("torch.cuda.FloatTensor")
DataLoader(data, shuffle=True)          a permutation on CUDA, drawn from a generator of the CPU

A default device is followed by evaluation; a default type is mostly set at the top of a script, under a flag.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.processes import RandomCall
from devlint.devices.lattice.device import CPU, Known
from devlint.devices.lattice.values import Generator
from devlint.devices.patterns.cuda_by_name import is_true, last
from devlint.flow.values.guards import ALWAYS
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.forms.parts import arms_of, ids_in
from devlint.torch_api.names import DRAWING

_SETS = "set_default_tensor_type"
_CUDA = Known("cuda")


def detect(file: AnalyzedFile) -> Iterator[RandomCall]:
    """The loaders and samplers in a file that draw on CUDA with a generator of the CPU."""
    if not file.text_index.has_word(_SETS):
        return
    types = [call for call in file.calls_named(_SETS) if call.arguments]
    to_cuda = {id(call) for call in types if _is_of_cuda(call.arguments[0])}
    arms = [otherwise for then, otherwise in map(arms_of, file.choices) if not to_cuda.isdisjoint(ids_in(*then))]
    settled = to_cuda.union(*(ids_in(*arm) for arm in arms))
    if not to_cuda or any(id(call) not in settled for call in types):
        return
    for call in file.calls_named(*DRAWING):
        given = dict(call.keywords)
        name = last(call.function)
        draws = name != "DataLoader" or is_true(given.get("shuffle"))
        known = None not in given and not any(isinstance(one, form.Star) for one in call.arguments)
        if draws and known and "generator" not in given and len(call.arguments) < 3:
            yield RandomCall(call, ALWAYS, Generator(id(call), CPU), _CUDA, name)


def _is_of_cuda(kind: form.Expression) -> bool:
    """``"torch.cuda.FloatTensor"``, ``torch.cuda.FloatTensor``."""
    text = kind.value if isinstance(kind, form.Constant) else dotted(kind)
    return isinstance(text, str) and "cuda." in text and text.endswith("Tensor")
