"""Write the tables of ``devlint.torch_api.tables`` from the installed torch.

    python tools/generate_tables.py            writes generated_*.py, and generated_names.py beside the tables
    python tools/generate_tables.py --check    says whether they are as they would be written; 1 if not

Names and parameters come from the ``native_functions.yaml`` in torch's wheel and from annotations; how an operator
mixes devices, what it returns and what it accepts from calling it. This needs torch, numpy and expecttest. The linter
reads the results and never imports torch.
"""

from __future__ import annotations

import argparse
import logging
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

import torch
from tablegen import factories, members, modules, names, operators

TABLES = Path(__file__).parent.parent / "devlint" / "torch_api" / "tables"


def main() -> int:
    """Write or check; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a table is out of date")
    check = parser.parse_args().check
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    torch.set_num_threads(1)
    stale = []
    for maker in (operators, factories, modules, members, names):
        path = (TABLES.parent if maker is names else TABLES) / f"generated_{maker.__name__.rpartition('.')[2]}.py"
        torch.manual_seed(0)
        text = maker.table()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.name)
        if not check:
            path.write_text(text, encoding="utf-8")
    print(f"{'out of date' if check else 'written'}: {', '.join(stale)}" if stale else "up to date")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
