"""``devlint server``: a language server that shows findings in an editor while one types.

    server ── connection ── checking ── process ─ ─ pipes ─ ─ worker ── session ── linter, reveal, fixing
                            documents, diagnostics, actions, hover

The server answers the editor and evaluates nothing: a process of its own, the worker, does that, so that typing is
never held up, a check that is out of date can be ended, and a failure costs one check. The worker's side imports
neither pygls nor lsprotocol, which are the extra ``lsp``.
"""
