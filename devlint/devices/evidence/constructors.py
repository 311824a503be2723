"""Constructors of modules: what they are given is on the CPU in general, since a module is moved once it is built.

Permuted(order).to(device)                 `order` is on the CPU
ExactGP(train_x, train_y, likelihood)      built of data, wherever that is
"""

from __future__ import annotations

from devlint.devices.evidence.class_roles import is_module_class
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.value import External
from devlint.forms import form

_BUILT_OF_DATA = frozenset({"gpytorch", "botorch"})
"""Packages whose models take the data that they are trained on when they are built."""


def builds_module(function: FunctionValue) -> bool:
    """Whether ``function`` is the constructor of a class of modules. Not of models that are built of data."""
    owner = function.owner
    if owner is None or not isinstance(function.form, form.Function) or function.form.name != "__init__":
        return False
    outside = (base.name.partition(".")[0] for base in owner.bases_outside() if isinstance(base, External))
    return is_module_class(owner) and _BUILT_OF_DATA.isdisjoint(outside)
