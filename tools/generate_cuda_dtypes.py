"""Write devlint/simcuda/operators/dtypes.json: dtypes that operators have on CUDA or the CPU alone, and CUDA's words.

    python tools/generate_cuda_dtypes.py [--check]

``python -m devlint.simcuda.fidelity.operators --kernels FILE`` has kept, on a GPU, what the operators below torch's
functions do with each dtype; here the same is run on the CPU. Of an operator ``lacks`` holds what CUDA raises for
dtypes that the CPU has, ``words`` what it raises where the CPU raises something else, ``same`` the dtypes for which
both raise the same, ``only`` those that CUDA has and the CPU has not. Where torch's database declares that a function
of the operator's name takes a dtype on CUDA, in all its variants, a message of a GPU does not count; ``disputed`` holds
these.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent.parent / "devlint" / "simcuda" / "operators" / "dtypes.json"
RECORDS = TARGET.parent.parent / "fidelity" / "operators" / "records" / "kernels"
RECENT = 90
"""The compute capability of the GPU whose dtypes are listed, times ten."""
UNTOLD = re.compile(r"CUDA error|Could not run|out of memory")
"""Messages that say nothing of a dtype: of the driver, of an operator that CUDA lacks altogether, of memory."""
LABEL = re.compile(r""""([^"]+)" not implemented for '([^']+)'""")
"""The name of a kernel, and the dtype that it has not got."""
RUNS = "runs"

Table = dict[str, dict[str, str]]
"""By operator and dtype: the message, or ``runs``."""


def by_dtype(rows: dict[str, list[str]]) -> dict[str, str]:
    """The outcome for each dtype."""
    return {dtype: said for said, names in rows.items() for dtype in names}


def on_gpus() -> tuple[list[str], Table]:
    """Where the operators were recorded, and what they did; what runs on one GPU counts as running."""
    titles, table = [], Table()
    for path in sorted(RECORDS.glob("*.json")):
        record = json.loads(path.read_text())
        titles.append(f"{record['gpu']}, torch {record['torch']}, {record['date']}")
        for operator, rows in record["operators"].items():
            mine = table.setdefault(operator, {})
            for dtype, said in by_dtype(rows).items():
                mine[dtype] = said if mine.get(dtype) != RUNS else RUNS
    return titles, with_labels(table)


def with_labels(table: Table) -> Table:
    """A kernel that has not got a dtype for one function has not got it for another: by the name in its message."""
    from devlint.simcuda.fidelity.operators.record import Record
    from devlint.simcuda.operators.dtypes import WORDS

    lacks: dict[str, set[str]] = {}
    of_function: dict[tuple[str, str], str] = {}
    for path in sorted(RECORDS.parent.glob("*.json")):
        for function, outcomes in Record.read(path).outcomes.items():
            for key, said in outcomes.items():
                if key.startswith("dtype ") and (found := LABEL.search(said)):
                    lacks.setdefault(found[1], set()).add(found[2])
                    of_function[function, key.removeprefix("dtype ")] = found[1]
    words = {str(dtype).removeprefix("torch."): word for dtype, word in WORDS.items()}
    for operator, rows in table.items():
        messages = {said for said in rows.values() if LABEL.search(said)}
        if len(messages) == 1 and (found := LABEL.search(message := messages.pop())):
            for dtype, word in words.items():
                if of_function.get((base(operator), dtype)) == found[1]:
                    rows[dtype] = message  # what ran with it was told to compute in another dtype
                elif word in lacks.get(found[1], ()):
                    rows.setdefault(dtype, message)
    return table


def on_the_cpu() -> tuple[Table, Table]:
    """What the operators do on the CPU, when they run if they ever did, and when they run if they always did."""
    import torch

    from devlint.simcuda.fidelity.operators.kernels import Kernels, trials
    from devlint.simcuda.fidelity.operators.samples import database
    from devlint.simcuda.fidelity.operators.trials import CPU, outcome

    torch.set_num_threads(1)
    found = Kernels()
    for function in database():
        for trial in trials(function, CPU):
            found.add(outcome(trial.run))
    ever, always = (
        {operator: by_dtype(rows) for operator, rows in found.outcomes(always=always).items()}
        for always in (False, True)
    )
    return ever, always


def declared() -> dict[str, set[str]]:
    """The dtypes that all variants of a function take on a recent GPU by torch's declarations, by its name."""
    capabilities = import_module("torch.testing._internal.common_cuda")
    for name in vars(capabilities).copy():
        if (found := re.fullmatch(r"SM(\d+)OrLater", name)) and int(found[1]) <= RECENT:
            setattr(capabilities, name, True)
    from devlint.simcuda.fidelity.operators.samples import database

    dtypes: dict[str, set[str]] = {}
    for function in database():
        names = {str(dtype).removeprefix("torch.") for dtype in function.supported_dtypes("cuda")}
        dtypes.setdefault(function.name.replace(".", "_"), names).intersection_update(names)
    return dtypes


def base(operator: str) -> str:
    """``mul`` of ``mul.Tensor``."""
    return re.split(r"[./]", operator, maxsplit=1)[0]


def collect() -> dict[str, Any]:
    """The table."""
    import torch

    has = declared()
    titles, there = on_gpus()
    ever, always = on_the_cpu()
    operators: dict[str, Any] = {}
    disputed: dict[str, list[str]] = {}
    for operator in sorted(there):
        rows: dict[str, Any] = {}
        for dtype, said in sorted(there[operator].items()):
            mine = ever.get(operator, {}).get(dtype)
            if said == RUNS:
                if always.get(operator, {}).get(dtype) != RUNS:
                    rows.setdefault("only", []).append(dtype)
            elif said == mine:
                rows.setdefault("same", []).append(dtype)
            elif not UNTOLD.search(said):
                if dtype in has.get(base(operator), ()):
                    disputed.setdefault(operator, []).append(dtype)
                    continue
                kind = rows.setdefault("lacks" if mine == RUNS else "words", {})
                kind.setdefault(said, []).append(dtype)
        operators[operator] = rows
    telling = {base(operator) for operator, rows in operators.items() if rows.keys() - {"same"}}
    operators = {operator: rows for operator, rows in operators.items() if base(operator) in telling}
    return {"torch": torch.__version__.split("+")[0], "gpus": titles, "disputed": disputed, "operators": operators}


def written(table: dict[str, Any]) -> str:
    """The table as JSON, a line for each operator."""
    lines = [f"{json.dumps(operator)}: {json.dumps(rows)}" for operator, rows in table.pop("operators").items()]
    return json.dumps(table, indent=1)[:-2] + ',\n "operators": {\n' + ",\n".join(lines) + "\n}}\n"


def main() -> int:
    """Write the table, or with ``--check`` say whether it is what would be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file is stale")
    options = parser.parse_args()
    text = written(collect())
    if options.check:
        return int(not TARGET.exists() or TARGET.read_text() != text)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
