"""A move of a tensor whose result is discarded.

## What it does
Reports `x.to(device)`, `x.cuda()` or `x.cpu()` standing alone as a statement where `x` is a tensor.

## Why it is bad
A tensor's `to` returns a new tensor and leaves the old one where it was; only a module moves in place. On a machine
without a GPU there is nothing to move and nothing is missed. With one, the program goes on with the tensor on the
wrong device, fails later and elsewhere, or leaves its work to the CPU.

That of a buffer or a parameter (`self.scale.to(x.device)`) is a hint: its module takes it along, and the line does
nothing.

## Example
```python
for batch in rows.unbind(0):
    batch.to(device)
    loss = model(batch)
```

## Use instead
```python
for batch in rows.unbind(0):
    batch = batch.to(device)
    loss = model(batch)
```

## Not reported
- Modules and whatever else moves in place: batches and graphs with a `to` of their own, metrics, pipelines. The
  receiver must be proved to be a tensor: by its annotation, by what made it, or by what is done with it; a part of a
  batch by its name (`images`, `labels`, `batch["x"]`), or by a model that is given all of them (`model(**batch)`).
- A tensor that is made for the call and has no name (`torch.zeros(1).cuda()`): it warms the device up, or asks whether
  there is one.
- A move to the device on which the tensor is known to be.
- `_ = x.to(device)`, which says that the result is not wanted.
- The last expression of a notebook's cell, which the notebook shows, unless a semicolon follows it.
- A change of dtype alone (`x.to(torch.float16)`).

## Fix safety
`x = x.to(device)` is what was meant in nearly every case; it changes what the program does, since the move then takes
place. There is no fix for the variable of a loop over rows that are changed in place, and none for a variable that
nothing reads afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level, RemedyKind, Safety
from devlint.devices.facts.findings import Finding, Remedy
from devlint.devices.facts.operations import Discarded
from devlint.devices.facts.repairs.remedies import receiver
from devlint.devices.facts.wording import message
from devlint.devices.patterns.elements import Element, element_of
from devlint.forms import form
from devlint.forms.bindings import Bindings
from devlint.forms.form import dotted
from devlint.forms.parts import called_in
from devlint.forms.source_file import SourceFile
from devlint.rulebook import Precedence, RuleMeta

META = RuleMeta(
    code="DEV106",
    name="discarded-move",
    summary="the new tensor that `x.to(device)` returns is discarded, so `x` is not moved",
    precedence=Precedence.OWNER,
    fix=Safety.UNSAFE,
    shown_by_simulator=True,
)


def check(fact: Discarded, file: SourceFile) -> Iterator[Finding]:
    """Report a moved tensor that is not kept."""
    remedy = _kept(fact.at, file)
    advice = _unkept(fact.at, file) if remedy is None else f"write `{remedy.code}`"
    yield Finding(
        fact.at,
        message(file, "{} returns a new tensor, which is discarded", fact.at, remedy=advice),
        help=advice,
        cause=fact.at,
        remedy=remedy,
        level=Level.HINT if fact.registered else None,
    )


def _kept(move: form.Form, file: SourceFile) -> Remedy | None:
    """What assigns the result to the name of the tensor, unless that is one of rows that a loop changes in place."""
    moved = receiver(move)
    name = file.source(moved) if isinstance(moved, form.Subscript) and _is_entry(moved) else dotted(moved)
    statement = file.statement(move)
    if not isinstance(statement, form.Evaluate) or statement.value is not move:
        return None
    if moved is not None and (element := _element(moved, file)) is not None and element.key:
        return Remedy(RemedyKind.REPLACEMENT, move, f"{element.whole}[{element.key}] = {file.source(move)}")
    if not name:
        return None
    of_loop = any(isinstance(one.at, form.For) for one in file.bindings.to(name))
    if not _is_read_after(moved, file) or of_loop and _is_changed_in_place(name, move, file):
        return None
    return Remedy(RemedyKind.REPLACEMENT, move, f"{name} = {file.source(move)}")


def _is_read_after(moved: form.Form | None, file: SourceFile) -> bool:
    """Whether something reads the variable ``moved`` after the move; what is no variable is there for others."""
    if not isinstance(moved, form.Name):
        return True
    place = file.span(moved)
    return file.scopes.is_read_after(moved.id, place.line, place.column)


def _is_changed_in_place(name: str, move: form.Form, file: SourceFile) -> bool:
    """True if the function around ``move`` changes what is called ``name``: ``x += 1``, ``x[0] = 1``, ``x.add_(1)``."""
    around = file.definitions(move)
    scope = around[-1] if around else file.tree
    if any(called.startswith(f"{name}.") and called.endswith("_") for called in called_in(scope)):
        return True
    augmented = [one.target for one in form.walk(scope, form.Augment)]
    items = [one.value for one in Bindings(scope).targets if isinstance(one, form.Subscript)]
    return name in map(dotted, [*augmented, *items])


def _is_entry(part: form.Subscript) -> bool:
    """True for ``batch["x"]``."""
    index = part.index
    return isinstance(index, form.Constant) and isinstance(index.value, str) and bool(dotted(part.value))


def _element(moved: form.Expression, file: SourceFile) -> Element | None:
    """The value of a mapping that ``moved`` is, where a loop goes through all of them."""
    around = file.definitions(moved)
    return element_of(around[-1] if around else file.tree, moved)


def _unkept(move: form.Form, file: SourceFile) -> str:
    """What is said where no repair is made: the name that the new tensor is to have."""
    moved = receiver(move)
    element = _element(moved, file) if moved is not None else None
    if element is not None:
        return f"give `{element.whole}` what it returns"
    is_name = isinstance(moved, (form.Name, form.Attribute, form.Subscript))
    if isinstance(moved, form.Name) and not _is_read_after(moved, file):
        return "use its result, or remove it"
    return f"assign it to `{file.text(moved)}`" if moved is not None and is_name else "give the new tensor a name"
