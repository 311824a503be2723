"""The table of operators."""

from __future__ import annotations

from tablegen import generated, results
from tablegen.mixing import Mixing, checks, mixing, try_mixes
from tablegen.samples import Sample, Samples, spread
from tablegen.signatures import Param, Signature, signatures

_INTERNAL = ("cudnn_", "miopen_", "mkldnn_", "fbgemm_", "quantized_", "sym_", "q_", "batch_norm_")


def table() -> str:
    """The text of ``generated_operators.py``."""
    known = signatures()
    samples = Samples()
    rules = checks()
    lines = []
    for name, signature in sorted(known.items()):
        base = name.rpartition(".")[2]
        if base.startswith(_INTERNAL) or any(p.name == "device" for p in signature.params) and base != "to":
            continue
        usable = samples.of(signature, known)
        if not usable and not any(p.mark for p in signature.params) and not signature.method:
            continue
        lines.append(line(signature, usable, mixing(try_mixes(signature, spread(usable), rules))))
    return generated("Operators", "OPERATORS", "\n".join(lines))


def line(signature: Signature, usable: list[Sample], mixed: Mixing) -> str:
    """The line of one operator, in the form that ``devlint.torch_api.tables.facts`` explains."""
    takes = [p for p in signature.params if p.mark and p.name != "out"]
    operands = len(takes) + signature.method + any(p.mark in "Ll" for p in takes)
    kind = mixed.kind if operands > 1 else "strict"
    kind_of_result, several = results.returns(signature, spread(usable, 40))
    rank = results.rank(signature, spread(usable, 40), several)
    flags = []
    if any(p.name == "generator" for p in signature.params):
        flags.append("random")
    if "self" in mixed.lenient:
        flags.append("self0")
    if rank == "scalar" and (by := results.reduces_with(signature)):
        flags.append("by=" + ",".join(by))
    if several:
        flags.append("several=" + ",".join(several))
    words = [_word(signature, p, usable, mixed) for p in signature.params if not p.keyword_only]
    keywords = [_word(signature, p, usable, mixed) for p in signature.params if p.keyword_only]
    if keywords:
        words += ["*", *keywords]
    head = [signature.name, kind, kind_of_result, rank, ";".join(flags) or "-"]
    return " ".join(head + words)


def _word(signature: Signature, param: Param, usable: list[Sample], mixed: Mixing) -> str:
    name = f"*{param.name}" if param.variadic else param.name
    if not param.mark:
        return name
    letter = results.mark(signature, param, usable)
    if param.name in mixed.lenient:
        return f"{name}:{letter}0"
    single = mixed.kind == "unknown" and not mixed.bound
    return f"{name}:{letter}" if param.name in mixed.bound or single else f"{name}:{letter}-"
