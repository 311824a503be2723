"""Write the tables of ``devlint.torch_api.tables`` from the installed torch.

    python tools/generate_tables.py            writes generated_*.py, and generated_names.py beside the tables
    python tools/generate_tables.py --check    says whether they are as they would be written; 1 if not
    python tools/generate_tables.py --only names    after a new row of ``FACTORIES`` by hand: at once, without torch

Names and parameters come from the ``native_functions.yaml`` in torch's wheel and from annotations; how an operator
mixes devices, what it returns and what it accepts from calling it. This needs torch, numpy and expecttest, except for
``names``, which are read from the tables of factories. The linter reads the results and never imports torch.
"""

from __future__ import annotations

import argparse
import logging
import sys
import warnings
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

TABLES = Path(__file__).parent.parent / "devlint" / "torch_api" / "tables"
MAKERS = ("operators", "factories", "modules", "members", "names")
"""The modules of ``tablegen`` that make a table each; ``names`` reads what ``factories`` has written."""


def main() -> int:
    """Write or check; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a table is out of date")
    parser.add_argument("--only", nargs="+", choices=MAKERS, default=MAKERS, help="the tables that are made")
    given = parser.parse_args()
    check: bool = given.check
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    stale = []
    for name in (one for one in MAKERS if one in given.only):
        path = (TABLES.parent if name == "names" else TABLES) / f"generated_{name}.py"
        text = _table(name)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.name)
        if not check:
            path.write_text(text, encoding="utf-8")
    print(f"{'out of date' if check else 'written'}: {', '.join(stale)}" if stale else "up to date")
    return 1 if check and stale else 0


def _table(name: str) -> str:
    """The text of a table; all but ``names`` ask the installed torch, each from the same random numbers."""
    if name != "names":
        import torch

        torch.set_num_threads(1)
        torch.manual_seed(0)
    made: str = import_module(f"tablegen.{name}").table()
    return made


if __name__ == "__main__":
    sys.exit(main())
