"""Calls of which nothing is known: what they may have done to their arguments, and what they may return.

helper(x)                       of what unknown code makes of x, should it be a tensor, is where x is
logger.info("step %d", step)    most are given nothing that is on a device
"""

from __future__ import annotations

from devlint.devices.checks import model_inputs, results
from devlint.devices.evidence.class_roles import is_module_class
from devlint.devices.facts.events import UnseenCalled
from devlint.devices.facts.recorder import Recorder
from devlint.devices.lattice.hints import is_plain
from devlint.devices.lattice.state_keys import DEFAULTED, OUTPUT, PLACE
from devlint.devices.lattice.values import Mark, Optimizer
from devlint.devices.semantics.calls import brought_modules, opaque_calls, picked_classes, unknown_values
from devlint.devices.semantics.calls.callers import Callers
from devlint.devices.semantics.libraries import data, distributed, optimizers, serialization
from devlint.devices.semantics.modules import (
    application,
    escape,
    library_models,
    registration,
    untyped,
)
from devlint.devices.semantics.modules.read_arguments import read_arguments
from devlint.devices.semantics.placement.targets import without_device
from devlint.devices.semantics.tensors.results import derived, is_open_argument
from devlint.flow.containers import forget_items
from devlint.flow.domain import Arguments
from devlint.flow.evaluator import Evaluator
from devlint.flow.values.definitions import Object
from devlint.flow.values.state import State
from devlint.flow.values.value import Method, Unknown, Value, options
from devlint.forms import form
from devlint.forms.form import dotted
from devlint.naming.functions import only_asks
from devlint.naming.hosts import says_cpu
from devlint.torch_api.libraries import reads_file


def call(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    callers: Callers,
    arguments: Arguments,
    at: form.Call,
    callee: Value,
) -> Value:
    """What a call of ``callee`` gives; ``callers`` notes the functions that it is handed."""
    built = picked_classes.built(run, state, recorder, callee, arguments, at)
    if built is not None:
        return built
    called = dotted(at.function)
    model, name = opaque_calls.model_called(callee, at)
    plain = not arguments.spread and all(map(is_plain, arguments.values()))
    if not plain:
        opaque_calls.check(state, recorder, arguments, at)
        callers.handed(run, state, arguments, at)
    read = read_arguments(run, state, model, arguments, at)
    if not plain:
        _meet(run, state, recorder, read, at, callee, model, name)
    recorder.tell(UnseenCalled(run, state, callee, read, at))
    if not plain:
        application.feed(run, state, recorder, callee, read, at)
    reduced = distributed.by_name(run, state, recorder, arguments, at, callee)
    _escape(run, state, arguments, at, asks=only_asks(called), plain=plain)
    serialization.saved_by_name(run, state, recorder, called, arguments, at)
    given = list(arguments.values())
    registration.registered_by_name(run, state, callee, arguments, at)
    if isinstance(callee, Method):
        if unknown_values.gives_parts(callee.receiver, callee.name):
            given.append(callee.receiver)
        _change_receiver(run, state, callee)
    if reduced is not None:
        return reduced
    tokenizes = arguments.get(None, "return_tensors") is not None  # tokenizers and processors work on the host
    if tokenizes or reads_file(called):
        return data.tokens(run, arguments, at)
    if says_cpu(called.rpartition(".")[2]) or unknown_values.answers(callee, arguments):
        return Unknown(run.identity(at))  # `to_cpu(x)`, `model.predict(x)`
    identity = (DEFAULTED, run.identity(at)) if without_device(arguments) else run.identity(at)
    results.handed(state, given, at, callee, identity)
    if opaque_calls.is_method_of_data(callee, at):
        own = callee.receiver if isinstance(callee, Method) else None
        given = [value for value in given if value is own or not is_open_argument(value)]
    followed = derived(state, given, identity, assumed=not untyped.is_model_there(state, model, name))
    made = untyped.output(state, model, name, followed)
    if isinstance(made, Unknown) and made.hint is not None and untyped.is_model(name):
        recorder.knowledge.given[made.id] = None
    untyped.made_by_argument(state, callee, arguments, identity, at)
    if isinstance(model, Unknown) and (model.id, PLACE) in state.fields and model is callee:
        state.fields[identity, OUTPUT] = Mark(at)
    return unknown_values.put(arguments, made, identity)


def _meet(
    run: Evaluator,
    state: State,
    recorder: Recorder,
    arguments: Arguments,
    at: form.Call,
    callee: Value,
    model: Value,
    name: str,
) -> None:
    """Arguments meet each other, and the weights of ``model``, which ``callee`` applies and the code calls ``name``."""
    opaque_calls.to_loss(run, state, recorder, arguments, at)
    if model is not callee and isinstance(model, Unknown):
        untyped.invoke(run, state, recorder, model, arguments, at)
    applied = library_models.applied(state, callee)
    if applied is not None and applied is not model:
        untyped.invoke(run, state, recorder, applied, arguments, at)
    brought_modules.to_module(run, state, recorder, arguments, at, model, name)
    opaque_calls.beside(run, state, recorder, arguments, at, model, name)
    opaque_calls.sent_beside(run, state, recorder, arguments, at, name)
    for value in arguments.values():
        opaque_calls.unlike_arms(run, state, recorder, value)


def _escape(run: Evaluator, state: State, arguments: Arguments, at: form.Call, *, asks: bool, plain: bool) -> None:
    """The code that is called may change what it is given, unless it only ``asks``."""
    if not asks:
        escape.lost_arguments(run, state, arguments)
    if plain:
        return
    for value in arguments.values():
        if not asks:
            model_inputs.touch(state, value)
        for _, one in options(value):
            if isinstance(one, Optimizer):
                optimizers.release(run, one)


def _change_receiver(run: Evaluator, state: State, callee: Method) -> None:
    """A method that is not evaluated may change what it belongs to."""
    receiver = callee.receiver
    if isinstance(receiver, Object):
        if not is_module_class(receiver.type) or escape.may_move(callee.name):
            escape.lost_track(run, state, receiver)
        escape.release(state, receiver)  # a method that none of its classes here has
    if isinstance(receiver, Unknown):
        forget_items(state, receiver)
        if callee.name not in unknown_values.PARTS:
            model_inputs.touch(state, receiver)
        if escape.may_move(callee.name):
            escape.lost_track(run, state, receiver)
