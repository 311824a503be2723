"""Pattern rules: visitors of LibCST's lossless tree, for rules of devlint and of plugins.

    class Visitor(PatternVisitor):
        def visit_Call(self, node): ...
            self.report(node, "...", help="...", replacement=...)

LibCST is imported by this package's ``visitor``, ``file`` and ``nodes``, which are imported where such a rule takes
part in a run. Where it is not installed, as in a browser, these rules say so, and the others report as ever.
"""

from __future__ import annotations

from importlib.util import find_spec

WITHOUT_LIBCST = "LibCST is not installed"


def has_libcst() -> bool:
    """Whether LibCST is installed. Does not import it."""
    try:
        return find_spec("libcst") is not None
    except ValueError:  # sys.modules has something that was not imported
        return False
