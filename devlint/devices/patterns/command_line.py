"""The options of a command line that are texts, as the parser of a file hands them out.

parser.add_argument("--gpu")                       args.gpu is a text, or None
parser.add_argument("--gpu", type=int)             a number
parser.add_argument("--gpu", default=0)            a number, where the option is not given
"""

from __future__ import annotations

import ast

_ADDS = frozenset({"add_argument", "add_option"})
"""What parsers of argparse and of optparse call the method that declares an option."""


def text_options(tree: ast.Module) -> frozenset[str]:
    """The names under which the parsers of a file hand out texts, and nothing but texts and None.

    A name that one parser of the file hands out as something else is none of them.
    """
    texts: set[str] = set()
    others: set[str] = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _ADDS:
            given = {keyword.arg: keyword.value for keyword in part.keywords}
            (texts if _is_text(given) else others).add(_destination(part, given.get("dest")))
    return frozenset(texts - others - {""})


def _is_text(given: dict[str | None, ast.expr]) -> bool:
    """Whether an option with these keywords is converted to nothing, and starts as a text or as None."""
    kind, action, default = given.get("type"), _constant(given.get("action")), given.get("default")
    converts = kind is not None and not (isinstance(kind, ast.Name) and kind.id == "str" or _constant(kind) == "string")
    starts = default is None or isinstance(default, ast.Constant) and isinstance(default.value, (str, type(None)))
    return not converts and starts and "nargs" not in given and None not in given and action in ("", "store")


def _destination(call: ast.Call, dest: ast.expr | None) -> str:
    """The attribute that holds an option: ``dest``, the first of its long names, or its first name."""
    names = [_constant(one) for one in call.args]
    chosen = _constant(dest) or next((name for name in names if name.startswith("--")), names[0] if names else "")
    return chosen.lstrip("-").replace("-", "_")


def _constant(at: ast.expr | None) -> str:
    """The text that ``at`` is; "" for anything else, and "?" for an expression that may be one."""
    if at is None:
        return ""
    if not isinstance(at, ast.Constant):
        return "?"
    return at.value if isinstance(at.value, str) else ""
