"""Names of torch for CUDA alone that torch has replaced.

from torch.cuda.amp import autocast      reported once, and repaired with all its calls
torch.cuda.amp.GradScaler()              torch.amp.GradScaler("cuda")
torch.cuda.memory_cached()               torch.cuda.memory_reserved()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst
import libcst.matchers as m

from devlint.patterns.file import File
from devlint.patterns.nodes import inside, is_plain, keyword, string
from devlint.patterns.visitor import Change, PatternVisitor
from devlint.rules.dev703_deprecated_cuda_api.successors import (
    CUDA_TYPES,
    DEFAULT_TYPE,
    DTYPES,
    FOR_A_DEVICE,
    RENAMED,
    Successor,
)

_CPU_TYPES = {f"torch.{name}": dtype for name, dtype in DTYPES.items()}
_GUARD = m.Name(value=m.MatchRegex("(?i).*(version|torch_|hasattr|has_).*"))


class Visitor(PatternVisitor):
    """Reports imports and uses of these names."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._imports: list[tuple[cst.ImportFrom, dict[str, str]]] = []  # each with what its names mean, by local name
        self._uses: dict[str, list[Change | None]] = {}  # how the uses of a local name change
        self._called: dict[int, cst.Call] = {}  # by the id of what they call
        self._decorators: set[int] = set()
        self._passed_over: set[int] = set()

    def visit_Try(self, node: cst.Try) -> None:
        """Pass over code that is tried."""
        self._pass_over(node)

    def visit_If(self, node: cst.If) -> None:
        """Pass over code for some versions of torch."""
        if m.findall(node.test, _GUARD):
            self._pass_over(node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        """Look at ``from torch.cuda.amp import autocast``."""
        if id(node) in self._passed_over or isinstance(node.names, cst.ImportStar) or node.module is None:
            return
        module = self.file.code(node.module)
        origins = {
            one.asname.name.value if one.asname and isinstance(one.asname.name, cst.Name) else str(one.name.value): name
            for one in node.names
            if (name := f"{module}.{one.name.value}") in FOR_A_DEVICE
        }
        if not node.relative and origins and not any(map(self.file.names.is_guarded, origins)):
            self._imports.append((node, origins))
        self._pass_over(node)

    def visit_Call(self, node: cst.Call) -> None:
        """Note what is called."""
        self._called[id(node.func)] = node

    def visit_Decorator(self, node: cst.Decorator) -> None:
        """Note what decorates without being called."""
        self._decorators.add(id(node.decorator))

    def visit_Import(self, node: cst.Import) -> None:
        """Pass over ``import torch.cuda.amp``."""
        self._pass_over(node)

    def visit_Name(self, node: cst.Name) -> None:
        """Look at a name that an import has given."""
        name = self.file.meaning(node)
        if id(node) not in self._passed_over and name:
            self._look(node, name, node.value)

    def visit_Attribute(self, node: cst.Attribute) -> None:
        """Look at ``torch.cuda.amp.autocast``."""
        name = self.file.meaning(node)
        self._passed_over.add(id(node.attr))
        if id(node) not in self._passed_over and name:
            self._look(node, name, "")

    def visit_Arg(self, node: cst.Arg) -> None:
        """Pass over the names of arguments."""
        if node.keyword is not None:
            self._passed_over.add(id(node.keyword))

    def _pass_over(self, node: cst.CSTNode) -> None:
        self._passed_over.update(map(id, inside(node)))

    def _look(self, node: cst.Name | cst.Attribute, name: str, local: str) -> None:
        """Report a use, or note it for the report of the import of its name, which is ``local``."""
        if name in FOR_A_DEVICE:
            self._for_a_device(node, FOR_A_DEVICE[name], local)
        elif name in RENAMED:
            self._say(node, RENAMED[name], self._written(RENAMED[name]))
        elif name in CUDA_TYPES:
            self._typed(node, CUDA_TYPES[name])
        elif name == DEFAULT_TYPE:
            self._default_type(node)

    def _for_a_device(self, node: cst.Name | cst.Attribute, new: Successor, local: str) -> None:
        call = self._called.get(id(node))
        whole: cst.BaseExpression = node if call is None else call
        if local and any(local in origins for _, origins in self._imports):
            called = self._with_device(local, new, call) if call or self._is_decorator(node) else None
            self._uses.setdefault(local, []).append(None if called is None else self.replaced(whole, called))
            return
        there = self._written(new.name)
        called = self._with_device(there, new, call) if there and (call or self._is_decorator(node)) else None
        self._say(whole, f'{new.name}({f"{new.keyword}=" if new.keyword else ""}"{new.device}")', called)

    def _is_decorator(self, node: cst.CSTNode) -> bool:
        return id(node) in self._decorators

    def _with_device(self, function: str, new: Successor, call: cst.Call | None) -> cst.Call | None:
        """The call of ``function`` with the device before what ``call`` gives; None where that is not known."""
        device = cst.SimpleString(f'"{new.device}"')
        made = cst.ensure_type(cst.parse_expression(f"{function}()"), cst.Call)
        if call is None:
            return made.with_changes(args=[keyword(new.keyword, device)]) if new.keyword else None
        if not is_plain(call) or (new.keyword and any(one.keyword is None for one in call.args)):
            return None
        first = keyword(new.keyword, device) if new.keyword else cst.Arg(device)
        return call.with_changes(func=made.func, args=[_before(first, call.args), *_named(call.args, new.parameters)])

    def _typed(self, node: cst.Name | cst.Attribute, dtype: str) -> None:
        """Report a tensor type of CUDA."""
        name = self.file.text(node)
        self.report(node, f"`{name}` is a tensor type of CUDA only", f'use `dtype={dtype}, device="cuda"`')

    def _default_type(self, node: cst.Name | cst.Attribute) -> None:
        """Report ``torch.set_default_tensor_type``, which is repaired for the types of the CPU."""
        call = self._called.get(id(node))
        there, repaired = self._written("torch"), None
        if call is not None and len(call.args) == 1 and there:
            given = call.args[0].value
            name = string(given) or self.file.meaning(given)
            if name in _CPU_TYPES:
                dtype = _CPU_TYPES[name].replace("torch", there, 1)
                repaired = f"{there}.set_default_dtype({dtype})"
        self._say(node if call is None else call, "torch.set_default_dtype", repaired)

    def _written(self, name: str) -> str:
        """How the file writes a name of torch; "" where it does not import torch."""
        first, dot, rest = name.partition(".")
        there = self.file.names.written(first)
        return f"{there}{dot}{rest}" if there else ""

    def _say(self, node: cst.BaseExpression, use: str, repaired: cst.CSTNode | str | None) -> None:
        old = self.file.text(node.func if isinstance(node, cst.Call) else node)
        self.report(node, f"`{old}` is deprecated", f"use `{use}`", replacement=repaired or None)

    def end(self) -> None:
        """Report each import, with the change of all that uses its names."""
        for node, origins in self._imports:
            changes = list(self._of_import(node, origins))
            old = next(iter(origins.values()))
            self.report(node, f"`{old}` is deprecated", f"use `{FOR_A_DEVICE[old].name}`", changes=changes)

    def _of_import(self, node: cst.ImportFrom, origins: dict[str, str]) -> Iterator[Change]:
        """The changes that replace an import; none where a use of its names cannot be changed, or is elsewhere."""
        uses = [use for local in origins for use in self._uses.get(local, [None])]
        assert not isinstance(node.names, cst.ImportStar)
        if len(origins) < len(node.names) or any(use is None for use in uses):
            return
        if not all(FOR_A_DEVICE[old].name.startswith("torch.amp.") for old in origins.values()):
            return
        yield self.replaced(node, node.with_changes(module=cst.parse_expression("torch.amp")))
        yield from (use for use in uses if use is not None)


def _before(first: cst.Arg, others: Sequence[cst.Arg]) -> cst.Arg:
    """``first`` with the comma that ``others`` need."""
    return first.with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))) if others else first


def _named(given: Sequence[cst.Arg], parameters: Sequence[str]) -> Iterator[cst.Arg]:
    """The arguments of a call, those without a name under the name of their parameter."""
    for number, one in enumerate(given):
        if one.keyword is None and number < len(parameters):
            named = keyword(parameters[number], one.value)
            yield one.with_changes(keyword=named.keyword, equal=named.equal)
        else:
            yield one
