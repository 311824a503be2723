"""Places that ask for CUDA by name, and those among them that are reached wherever there is none.

    x.cuda()                                 a place
    if x.is_cuda: x.cuda()                   asked for only where it is: none
    if not torch.cuda.is_available(): return
    x.cuda()                                 none either

One look over the forms of a block; what a test says is read from its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from devlint.devices.patterns.autocast import NO_NAMES, Names, asks_autocast, is_autocast, is_precision
from devlint.devices.patterns.cuda_by_name import ELSE, THEN, chooses, guarded, is_number, is_type, last, names_cuda
from devlint.flow.values.definitions import FunctionValue
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.blocks import bodies
from devlint.forms.form import dotted
from devlint.forms.parts import calls_named, ifs_in, is_part_of, receiver
from devlint.naming.models import speaks_of_model

_TENSORS = ("Tensor", "Variable", "Parameter")
"""What the classes of tensors end in."""


def in_block(body: Iterable[form.Statement], cudas: Names = NO_NAMES) -> Iterator[form.Call]:
    """The places in a block that ask for CUDA wherever they are reached; ``cudas`` are names of its autocast."""
    for statement in body:
        if isinstance(statement, form.Assert) and guarded(statement.test):
            return
        if isinstance(statement, (form.Function, form.Class)):
            continue
        if isinstance(statement, form.If):
            arms = guarded(statement.test)
            yield from in_expressions((statement.test,), cudas)
            switched = is_precision(statement.test)
            for branch, arm in ((statement.then, THEN), (statement.otherwise, ELSE)):
                if arm not in arms:
                    yield from (at for at in in_block(branch, cudas) if not (switched and is_autocast(at, cudas)))
            if ELSE in arms and statement.then and isinstance(statement.then[-1], (form.Return, form.Raise)):
                return
            continue
        held = list(in_block(inside(statement), cudas))
        settled = isinstance(statement, form.With) and not all(_puts_nothing(at, cudas) for at in held)
        here = in_expressions(expressions(statement), cudas)
        yield from (at for at in here if not (settled and is_autocast(at, cudas)))
        yield from held


def inside(statement: form.Statement) -> Iterator[form.Statement]:
    """The statements in the bodies of ``statement``."""
    for body in bodies(statement):
        yield from body


def expressions(statement: form.Statement) -> Iterator[form.Expression]:
    """The expressions of ``statement`` that stand in none of its bodies."""
    for name in ("value", "test", "iterable", "exception", "subject"):
        part = getattr(statement, name, None)
        if isinstance(part, form.Expression):
            yield part
    if isinstance(statement, form.With):
        yield from (context for context, _ in statement.items)


def in_expressions(expressions: Iterable[form.Expression], cudas: Names = NO_NAMES) -> Iterator[form.Call]:
    """The places in ``expressions`` that ask for CUDA wherever they are reached."""
    for expression in expressions:
        skipped: set[int] = set()
        for part in form.walk(expression):
            if isinstance(part, form.Conditional):
                arms = guarded(part.test)
                each = ((part.then, THEN), (part.otherwise, ELSE))
                skipped.update(id(one) for arm, name in each if name in arms for one in form.walk(arm))
            elif isinstance(part, form.Boolean) and any(guarded(one) for one in part.operands):
                skipped.update(id(one) for one in form.walk(part))
        for part in form.walk(expression):
            if isinstance(part, form.Call) and is_site(part, cudas) and id(part) not in skipped:
                yield part


def is_for_host(tree: form.Form, at: form.Form) -> bool:
    """Whether ``at`` is only reached where a test has found no CUDA, or has asked for the CPU itself."""
    for test in ifs_in(tree):
        arms = guarded(test.test)
        for branch, other in ((test.then, ELSE), (test.otherwise, THEN)):
            if other in arms and is_part_of(at, *branch):
                return True
    return False


def is_site(part: form.Form, cudas: Names = NO_NAMES) -> bool:
    """Whether a call asks for CUDA by name; ``cudas`` are names of its autocast."""
    if not isinstance(part, form.Call):
        return False
    name = last(part.function)
    if name == "cuda" and isinstance(part.function, form.Attribute):
        plain = not part.arguments and {key for key, _ in part.keywords} <= {"non_blocking"}
        numbered = len(part.arguments) == 1 and is_number(part.arguments[0])
        return (plain or numbered) and not form.is_super(part.function.value)
    if name == "to" and part.arguments and names_cuda(part.arguments[0]):
        return True
    if name == "type" and part.arguments and is_type(part.arguments[0]):
        return True
    if is_autocast(part, cudas) or asks_autocast(part):
        return True
    if name == "Generator" and part.arguments and names_cuda(part.arguments[0]):
        return True
    given = dict(part.keywords)
    if name.endswith("Tensor") and is_type(part.function) and "device" not in given:  # which says on which GPU
        return True
    loaded = given.get("map_location")
    numbered = isinstance(loaded, form.Call) and last(loaded.function) == "current_device"  # fails anywhere
    return any(value is not None and names_cuda(value) for value in (given.get("device"), None if numbered else loaded))


def asks_by_name(at: form.Form, function: FunctionValue) -> bool:
    """Whether ``at`` puts something on CUDA by what it says itself, or by a name that ``function`` gives to CUDA.

    ``"cuda" if torch.cuda.is_available() else "cpu"`` is such a name where it is chosen inside the function, and so is
    an attribute in its class that moves nothing of its own there.
    """
    if is_site(at):
        return True
    if not isinstance(at, form.Call):
        return False
    for given in (*at.arguments, *(value for key, value in at.keywords if key == "device")):
        if chooses(given):
            return True
        name = dotted(given)
        if isinstance(given, form.Name) and any(map(_is_cuda, form.once(Bindings, function.form).values_of(name))):
            return True
        owner = function.owner if name.startswith("self.") else None
        if owner is not None and any(map(_is_cuda, owner.bindings.values_of(name))):
            return not any(_sends_itself(part, name) for part in calls_named({"to"}, owner.form))
    return False


def name_of_file(at: form.Form, function: form.Function | form.Lambda) -> str:
    """The name by which a call gives a device that ``function`` has not chosen, nor its caller; "" for none."""
    if not isinstance(at, form.Call):
        return ""
    moved = at.arguments[:1] if last(at.function) == "to" else ()
    given = (*moved, *(value for key, value in at.keywords if key == "device"))
    own = {parameter.name for parameter in function.parameters.all}
    own |= form.once(Bindings, function).names
    return next((one.id for one in given if isinstance(one, form.Name) and one.id not in own), "")


def chosen_by_file(tree: form.Module, name: str) -> bool:
    """Whether ``name`` stands for CUDA in a whole file that puts no model there by it: models come from elsewhere."""
    sets = [part for part in tree.body if isinstance(part, form.Assign) and name in map(dotted, part.targets)]
    if len(sets) != 1 or not _is_cuda(sets[0].value):
        return False
    return not any(name in map(dotted, call.arguments) and _is_model(call) for call in calls_named({"to"}, tree))


def _sends_itself(call: form.Call, place: str) -> bool:
    """``self.to(self.device)``, ``self.net.to(self.device)``."""
    name = dotted(call.function)
    return name.startswith("self.") and name.endswith(".to") and place in map(dotted, call.arguments)


def _is_cuda(value: form.Expression | None) -> bool:
    return value is not None and (names_cuda(value) or chooses(value))


def _puts_nothing(call: form.Call, cudas: Names) -> bool:
    return is_autocast(call, cudas) or asks_autocast(call)


def puts_models_on_cuda(tree: form.Module) -> bool:
    """Whether all that a file does is meant for CUDA.

    It is where code outside of classes puts what is called a model on CUDA by name, or a module puts itself there.
    """
    places = list(_outside_classes(tree.body))
    if any(map(_is_model, places)) or any(map(_moves_module, places)) and _moves_built(tree, places):
        return True
    moves = calls_named({"cuda", "to"}, tree)
    return any(dotted(call.function) in ("self.cuda", "self.to") and is_site(call) for call in moves)


def _moves_built(tree: form.Module, places: Iterable[form.Call]) -> bool:
    """Whether a variable that is moved in ``places`` was set to a new object: ``mlp = nn.Sequential(...)``."""
    bindings, moved = Bindings(tree), {dotted(receiver(at)) for at in places if _moves_module(at)}
    values = (value for name in moved for value in bindings.values_of(name))
    built = (last(value.function) for value in values if isinstance(value, form.Call))
    return any(name[:1].isupper() and not name.endswith(_TENSORS) for name in built)


def _moves_module(at: form.Call) -> bool:
    """Whether a place may move a module: ``mlp.cuda()``, ``mlp.to("cuda")``."""
    return last(at.function) in ("cuda", "to")


def puts_models_wherever(tree: form.Module) -> bool:
    """Whether a file puts what is called a model on CUDA where there is CUDA: its inputs follow."""
    return any(is_site(call) and _is_model(call) for call in calls_named({"cuda", "to"}, tree))


def _outside_classes(body: Iterable[form.Statement]) -> Iterator[form.Call]:
    yield from in_block(body)
    for statement in body:
        if isinstance(statement, form.Function):
            yield from _outside_classes(statement.body)
        elif not isinstance(statement, form.Class):
            yield from (at for one in inside(statement) if isinstance(one, form.Function) for at in in_block(one.body))


def _is_model(at: form.Expression) -> bool:
    moved = at.function.value if isinstance(at, form.Call) and isinstance(at.function, form.Attribute) else None
    if isinstance(moved, form.Call):
        return last(moved.function)[:1].isupper() or speaks_of_model(last(moved.function))
    return speaks_of_model(dotted(moved).rpartition(".")[2])
