"""The names of Tensor's attributes and methods, and what their use says about the object that has them."""

from __future__ import annotations

import argparse
import datetime
import decimal
import pathlib
import textwrap
import threading
from collections import Counter, OrderedDict, deque
from typing import Any

import numpy as np
import torch
from torch.nn.utils.rnn import pack_sequence

#: Public names that Tensor shares with DataFrame, Series, Index and Timestamp of pandas, with sparse matrices of scipy
#: and with images of pillow: what the three of them and torch have in common, by ``dir``.
FOREIGN = frozenset(
    """T abs add all any arcsin arcsinh arctan arctanh argmax argmin argsort ceil clip conj count_nonzero cov cummax
    cummin cumprod cumsum data deg2rad diagonal diff div divide dot dtype eq expm1 floor ge gt histogram imag index
    indices item le log1p lt max maximum mean median min minimum mode mul multiply name nbytes ndim ne nonzero pow prod
    quantile rad2deg ravel real repeat reshape resize round select shape sign sin sinh size split sqrt squeeze std sub
    subtract sum take tan tanh trace transpose trunc unique values var view where""".split()
)

#: Names that other things in training code commonly have (arrays of tensorflow and jax, distributions, losses, layers
#: and their settings, nodes of trees, batches, fields of user classes), so that they prove nothing.
COMMON = frozenset(
    """angle apply_ backward bfloat16 bool byte cholesky chunk clone coalesce copy_ cross data det device dim dist
    double eig equal exp expand fill_ fix flatten flip float gather grad greater half id index inner int inverse ipu
    is_distributed is_leaf is_nested is_quantized is_shared itemsize layout less log log_softmax long lu map_ matmul
    mtia name names narrow negative new norm numpy outer output_nr positive prelu put_ qr register_hook reinforce
    relu renorm requires_grad resize_ retain_grad roll rot90 scatter set_ share_memory_ sigmoid softmax solve sort
    square stft storage stride svd symeig t tile to_dense triangular_solve type unfold volatile vsplit""".split()
)

#: Names that tell of a device but that modules, packed sequences, batches and user classes have as well.
DEVICE = frozenset("cpu cuda data_ptr device get_device is_cpu is_cuda is_meta is_mps is_xpu pin_memory to xpu".split())


def others() -> set[str]:
    """The attribute names of everything that a variable in training code may hold beside a tensor."""
    linear = torch.nn.Linear(1, 1)
    things: list[Any] = [
        np.ones(1), np.float32(1), np.random.default_rng(), [], {}, OrderedDict(), Counter(), deque(), set(), "", b"",
        (), 1, 1.0, 1j, True, None, range(1), slice(1), decimal.Decimal(1),
        datetime.datetime.now(), datetime.timedelta(), pathlib.Path(), threading.Thread(), argparse.Namespace(),
        linear, torch.nn.ModuleList(), torch.nn.ModuleDict(), torch.nn.ParameterList(), torch.nn.Sequential(),
        pack_sequence([torch.ones(1)]), torch.device("cpu"), torch.Generator(), torch.Size(), torch.float32,
        torch.optim.SGD(linear.parameters()), torch.optim.lr_scheduler.LambdaLR, torch.utils.data.DataLoader,
        torch.utils.data.Dataset, torch.distributions.Normal(0.0, 1.0), torch.UntypedStorage, torch.cuda.Event,
    ]  # fmt: skip
    return {name for thing in things for name in dir(thing)}


def kinds() -> dict[str, set[str]]:
    """The names by kind of value: "same device" tensors, "scalar" Python values and "other"."""
    from tablegen import results
    from tablegen.samples import Samples, spread
    from tablegen.signatures import Signature, signatures

    found: dict[str, set[str]] = {"same device": set(), "scalar": set(), "other": set()}
    known = signatures()
    samples = Samples()
    value = torch.ones(2, 2)  # of real numbers, which have no `imag`
    for name in public():
        attribute = value if name == "imag" else getattr(value, name, None)
        if callable(attribute):
            signature = known.get(f"torch.Tensor.{name}") or Signature(name, getattr(torch.Tensor, name), method=True)
            kind = results.returns(signature, spread(samples.of(signature, known), 40))[0]
            group = {"tensor": "same device", "tensors": "same device", "self": "same device", "scalar": "scalar"}
            found[group.get(kind, "other")].add(name)
        elif isinstance(attribute, torch.Tensor) or name == "grad":
            found["same device"].add(name)
        else:
            plain = isinstance(attribute, (bool, int, float, torch.Size, torch.dtype))
            found["scalar" if plain else "other"].add(name)
    for name in ("cpu", "cuda", "to", "xpu", "ipu", "mtia", "type", "type_as"):
        found["same device"].discard(name)
        found["other"].add(name)
    found["other"] -= {"size", "stride", "tolist", "dim"}
    found["scalar"] |= {"size", "stride", "tolist", "dim"}
    return found


def public() -> list[str]:
    """Tensor's public names."""
    return sorted(name for name in dir(torch.Tensor) if not name.startswith("_"))


def table() -> str:
    """The text of ``generated_members.py``."""
    proof = set(public()) - others() - FOREIGN - COMMON - DEVICE
    found = kinds()
    sets = {
        "ALL_TENSOR_MEMBERS": (set(public()), "All public attributes and methods of Tensor."),
        "TENSOR_MEMBERS": (proof, "Those that only a tensor has: their use proves one."),
        "DEVICE_MEMBERS": (DEVICE & set(public()), "Those that tell of a device, but that other things have as well."),
        "SAME_DEVICE_MEMBERS": (found["same device"], "Those that give a tensor, or several, on the tensor's device."),
        "SCALAR_MEMBERS": (found["scalar"], "Those that give plain Python values."),
        "OTHER_MEMBERS": (found["other"], "Those that give something else, or a tensor elsewhere, or were not run."),
    }
    version = torch.__version__.partition("+")[0]
    text = f'"""Members of torch.Tensor of torch {version}. Written by tools/generate_tables.py."""\n\n'
    text += f'TORCH_VERSION = "{version}"\n'
    for name, (names, meaning) in sets.items():
        wrapped = "\n".join(textwrap.wrap(" ".join(sorted(names)), 118))
        text += f'\n#: {meaning}\n{name} = frozenset(\n    """\n{wrapped}\n""".split()\n)\n'
    return text
