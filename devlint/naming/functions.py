"""Names of functions and methods: what a function out of sight does, as far as its name says so.

logger.info(model)            asks, and leaves its argument where it is
utils.save_on_master(state)   saves
"""

from __future__ import annotations

import re
from functools import lru_cache

_ASKS = re.compile(
    r"(^|\.)_*(is|are|has|check|verify|assert|resolve|count|num|log|print|warn|describe)(_\w+)?$"
    r"|(^|[._])log(ger|ging)?\.(debug|info|warning|error)$"
)
_BUILDS = re.compile(r"init|build|create|set_?up|make|configure|define|register", re.I)
_MAKES_OTHERS = re.compile(r"^(__\w+__)$|convert|load|from_|export|quant|transform|replace_all|parse|port", re.I)
_REPLACES = re.compile(
    r"^(__\w+__|to|cuda|cpu|_apply|half|float|double|bfloat16)$|reset|resize|quant|merge|fuse|fold|prun|convert"
    r"|tie|replace|expand|grow|extend|param|freeze|export|deploy|from_|set_?"
    r"|absorb|switch|shard|partition|offload|transpose|permute|prepare|adapt|clone|copy|pretrained|weight_norm|spectral",
    re.I,
)
_REGISTERS = re.compile(r"^_*(register|reserve)(_|$)|(^|_)(buffer|parameter)s?$")
_MOVES = re.compile(r"^(to|cuda)$|device|offload|move|place")
_LOADS = re.compile(r"load(_\w+)?|from_pretrained")
_RESTORES = re.compile(r"load|read|restore|resume|import")
_NO_WEIGHTS = re.compile(
    r"sched|scaler|sampler|rng|random_state|vocab|tokeni[sz]er|(train|training)_args|config|metadata|manifest", re.I
)
_SAVES = re.compile(r"_*(torch_|atomic_|safe_)?save(_|$)")
_COLLECTIVE = re.compile(r"(^|_)all_?(reduce|gather)(_tensor|_mean|_sum)?$")
_WAITS = re.compile(r"sync|stream|event|wait|barrier|transfer", re.I)
_TAKES_TO_HOST = re.compile(
    r"np$|numpy|array|list|plot|draw|show|save|write|log|print|fig|imag|img|render|text|str|host|cpu|float|int$|item"
    r"|device|cuda|to$|df|frame|json|dump|bar|table$|visual|export|encode|wrap",
    re.I,
)
_DEMONSTRATES = re.compile(r"(^|_)(main|test|tests|demo|example|bench|benchmark|profile)(_|$)")
_ANSWERS = re.compile(r"^predict(_|$)|^transcribe(_|$)")
_ENCODES = re.compile(r"^encode(_(corpus|quer(y|ies)|documents?|sentences?|passages?|texts))?$")
_MAPS = re.compile(r"^(i?map|imap_unordered|map_async|starmap|starmap_async|filter)$")


@lru_cache(maxsize=512)
def only_asks(name: str) -> bool:
    """True if a function of this dotted name leaves its argument as it is: ``logger.info(model)``."""
    return _ASKS.search(name) is not None


@lru_cache(maxsize=512)
def builds(name: str) -> bool:
    """True if a function of this name runs before the module is moved: ``_build_layers``, ``setup``."""
    return _BUILDS.search(name) is not None


@lru_cache(maxsize=512)
def builds_or_converts(name: str) -> bool:
    """True if a function of this name runs while a model is made or made over: ``from_float``, ``load_weights``."""
    return builds(name) or _MAKES_OTHERS.search(name) is not None


@lru_cache(maxsize=512)
def builds_or_replaces(name: str) -> bool:
    """True if a method of this name runs before a parameter is used, or replaces it: ``resize_embeddings``."""
    return builds(name) or _REPLACES.search(name) is not None


def is_called_registration(name: str) -> bool:
    """True if a method of this name registers something under the name it is given: ``register_lazily("masses")``."""
    return _REGISTERS.search(name) is not None


def moves(name: str) -> bool:
    """True if a method of this name takes a device wherever it is defined: ``self.net.place(device)``."""
    return _MOVES.search(name) is not None


def loads_tensors(name: str) -> bool:
    """True if a function of this name reads tensors to where its ``device`` says: ``load_model(path, device=None)``."""
    return _LOADS.fullmatch(name) is not None


def restores(name: str) -> bool:
    """True if a function of this dotted name brings back what was saved: ``utils.resume_from(checkpoint)``."""
    return _RESTORES.search(name) is not None


def holds_no_weights(words: str) -> bool:
    """True if a file that is called so holds numbers, and no weights: ``torch.load("scheduler.pt")``."""
    return _NO_WEIGHTS.search(words) is not None


def saves(name: str) -> bool:
    """True if a helper of this name writes its argument to a file: ``utils.save_on_master(state, path)``."""
    return _SAVES.match(name) is not None


def is_called_collective(name: str) -> bool:
    """True if a helper of this name is a collective operation: ``all_reduce_mean(loss)``, ``dist_allgather(x)``."""
    return _COLLECTIVE.search(name) is not None


@lru_cache(maxsize=512)
def speaks_of_waiting(name: str) -> bool:
    """True if code with this name sees to the order of copies itself: ``copy_stream.record_event()``."""
    return _WAITS.search(name) is not None


def takes_to_host(name: str) -> bool:
    """True if a function of this name wants its argument on the CPU, or moves it: ``plot_loss(x)``, ``to_numpy(x)``."""
    return _TAKES_TO_HOST.search(name) is not None


def is_called_demonstration(name: str) -> bool:
    """True if a function of this name calls others with whatever is at hand: ``main``, ``run_demo``."""
    return _DEMONSTRATES.search(name) is not None


def gives_answers(name: str) -> bool:
    """True if a method of this name gives what users want, which may be on the CPU: ``model.predict(x)``."""
    return _ANSWERS.search(name) is not None


def encodes_texts(name: str) -> bool:
    """True if a method of this name of a retrieval model gives arrays, wherever that is: ``model.encode(texts)``."""
    return _ENCODES.search(name) is not None


def maps(name: str) -> bool:
    """True if a function of this name applies another to every row of its arguments: ``pool.starmap(f, rows)``."""
    return _MAPS.match(name) is not None
