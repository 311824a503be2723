"""Names of models, of their parts and of their classes.

model(x)                      called a model
class Encoder(BaseEncoder)    called a class of modules
"""

from __future__ import annotations

import re
from functools import lru_cache

from devlint.naming.losses import is_called_loss

_MODEL = re.compile(
    r"(^|_)(model|net|network|encoder|decoder|classifier|generator|discriminator|actor|critic)(_?\w{0,2})$"
)
_SPEAKS = re.compile(r"model|net|encoder|decoder|critic|generator|discriminator|criterion|module|actor|policy", re.I)
_MODULE = re.compile(r"(model|module|net|network|encoder|decoder|embeddings?|backbone|unet|vae|layer|head)$", re.I)
_CLASS = re.compile(
    r"(Model|Module|Layer|Block|Net|Network|Encoder|Decoder|Embeddings?|Attention|Head|Loss|Backbone|Conv|MLP|"
    r"Transformer|Generator|Discriminator|Flow|Kernel)(Base|V?\dd?)?$"
)
_PIPELINE = re.compile(r"(^|[._])pipe(line)?\w{0,2}$", re.I)
_NO_MODULE = re.compile(r"(Scaler|Scheduler|Optimi[sz]er|Meter|Logger|Tracker|Saver)\w{0,2}$")
_OF_NUMBERS = re.compile(r"(^|_)(scheduler|sched|sampler|data_?loader|grad_scaler)s?$", re.I)
_STATE = re.compile(r"state_dict|checkpoint|ckpt", re.I)
_STATE_DICT = re.compile(r"state_?dict$", re.I)


@lru_cache(maxsize=512)
def is_called_model(name: str) -> bool:
    """True if what has this dotted name, or whose ``forward`` it is, is a model and no loss: ``self.net_g.forward``."""
    last = _applied(name)
    return _MODEL.search(last) is not None and not is_called_loss(last)


@lru_cache(maxsize=512)
def is_called_applied_loss(name: str) -> bool:
    """True if what has this dotted name, or whose ``forward`` it is, is a loss: ``self.criterion.forward``."""
    return is_called_loss(_applied(name))


def _applied(name: str) -> str:
    """The last part of a dotted name, before ``forward``."""
    owner, _, last = name.rpartition(".")
    return owner.rpartition(".")[2] if last == "forward" else last


@lru_cache(maxsize=512)
def speaks_of_model(name: str) -> bool:
    """True if this speaks of a model anywhere: ``teacher_network_ema``, ``policy_old``, ``criterion``.

    Not for what is certainly one: ``model_name`` speaks of a model too.
    """
    return _SPEAKS.search(name) is not None


@lru_cache(maxsize=512)
def is_called_module(name: str) -> bool:
    """True if what has this name is a model or a part of one that gives tensors: ``lm_head(x)``, ``0.5 * unet(x)``.

    Not for a generator or an actor, which may give anything (``is_called_model``).
    """
    return _MODULE.search(name) is not None


@lru_cache(maxsize=512)
def is_called_module_class(name: str) -> bool:
    """True if a class of this name that defines ``forward`` is a module: ``class Policy(MyNetBase)``."""
    return _CLASS.search(name) is not None


def is_called_pipeline(name: str) -> bool:
    """True if what has this dotted name moves what it is given to its models itself: ``pipe(prompt)``."""
    return _PIPELINE.search(name) is not None


def is_called_stateful_helper(name: str) -> bool:
    """True if a class of this name hands out a state as modules do, but is none: ``GradScaler``, ``AverageMeter``."""
    return _NO_MODULE.search(name) is not None


def is_called_saved_state(name: str) -> bool:
    """True if what has this name is loaded into a module, which copies it to its weights: ``checkpoint["model"]``."""
    return _STATE.search(name) is not None


def is_called_state_dict(name: str) -> bool:
    """True if what has this name maps the names of weights to tensors: ``for key in state_dict``."""
    return _STATE_DICT.search(name) is not None


def is_called_scheduler_or_loader(name: str) -> bool:
    """True if what has this dotted name restores numbers, and the states of generators: ``self.lr_scheduler``.

    So do data loaders and samplers: no tensor in their state has been on a GPU.
    """
    return _OF_NUMBERS.search(name.rpartition(".")[2]) is not None
