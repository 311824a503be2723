"""What the installed torch has changed that simulated CUDA relies on: private names gone, operators new and gone.

    python tools/torch_changes.py             against tools/torch_operators.txt
    python tools/torch_changes.py --record    keep the operators of the installed torch there

The exit status is 1 where a private name is gone: the simulation refuses that torch.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

from devlint.simcuda import internals

RECORD = Path(__file__).with_name("torch_operators.txt")


def operators() -> set[str]:
    """The names of aten's operators, without their overloads."""
    schemas = torch._C._jit_get_all_schemas()
    return {schema.name.removeprefix("aten::") for schema in schemas if schema.name.startswith("aten::")}


def main() -> int:
    """Print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="keep the operators of the installed torch")
    if parser.parse_args().record:
        RECORD.write_text("\n".join([torch.__version__, *sorted(operators())]) + "\n", encoding="utf-8")
        return 0
    recorded, *known = RECORD.read_text(encoding="utf-8").split()
    here = operators()
    for what, names in (
        ("private names gone", internals.missing()),
        (f"operators that torch {recorded} has not", sorted(here - set(known))),
        (f"operators of torch {recorded} gone", sorted(set(known) - here)),
    ):
        print(f"torch {torch.__version__}: {len(names)} {what}", *names, sep="\n    ")
    return int(bool(internals.missing()))


if __name__ == "__main__":
    sys.exit(main())
