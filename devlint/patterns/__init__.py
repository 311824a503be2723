"""Pattern rules: visitors of LibCST's lossless tree, for rules of devlint and of plugins.

    class Visitor(PatternVisitor):
        def visit_Call(self, node): ...
            self.report(node, "...", help="...", replacement=...)

LibCST is imported by this package's ``visitor``, ``file`` and ``nodes``, which are imported where such a rule takes
part in a run.
"""
