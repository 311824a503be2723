"""What a file costs against its size.

    python -m benchmarks.growth                     each shape, from 100 parts on, doubled until it takes a second
    python -m benchmarks.growth --shapes calls,words --seconds 3

A shape repeats one thing. The processor time of the last step and of the one before are compared: a factor above 2.3 at
more than half a second is growth faster than the size, and makes the command fail.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from benchmarks.table import table
from devlint.batch import check
from devlint.files import Document
from devlint.options import Options

HEAD = "import torch\n\n\ndef f(x: torch.Tensor, n):\n"
END = "    return x + torch.ones(3)\n"
LARGEST = 100_000  # characters, and one step more
FACTOR, MATTERS = 2.3, 0.5

SHAPES: dict[str, Callable[[int], str]] = {
    "functions": lambda n: "import torch\n" + "".join(
        f"\n\ndef f{i}(x: torch.Tensor):\n    return x + torch.ones(3)\n" for i in range(n)
    ),
    "statements": lambda n: HEAD + "    x = x + 1\n" * n + END,
    "factories": lambda n: HEAD + "    y = torch.ones(3)\n" * n + END,
    "calls": lambda n: "import torch\n" + "".join(
        f"\n\ndef f{i}(x: torch.Tensor):\n    return f{i + 1}(x) + torch.ones(3)\n" for i in range(n)
    ),
    "branches": lambda n: HEAD + "    if n:\n        x = x.cuda()\n" * n + END,
    "variables": lambda n: HEAD + "".join(f"    y{i} = torch.ones(3)\n" for i in range(n)) + END,
    "keys": lambda n: HEAD + f"    d = {{{', '.join(f'{i}: torch.ones(3)' for i in range(n))}}}\n" + END,
    "subscripts": lambda n: HEAD + "    d = {}\n" + "".join(f"    d[{i}] = torch.ones(3)\n" for i in range(n)) + END,
    "conditions": lambda n: HEAD + f"    if {' and '.join(['n > 1'] * n)}:\n        x = x.cuda()\n" + END,
    "attributes": lambda n: "import torch\n\n\nclass A(torch.nn.Module):\n    def __init__(self):\n" + "".join(
        f"        self.a{i} = torch.ones(3)\n" for i in range(n)
    ) + "\n    def forward(self, x):\n        return x + self.a0\n",
    "classes": lambda n: "import torch\n" + "".join(
        f"\n\nclass A{i}({f'A{i - 1}' if i else 'torch.nn.Module'}):\n    def forward(self, x):\n"
        "        return x + torch.ones(3)\n" for i in range(n)
    ),
    "words": lambda n: HEAD + f"    y = '{'self.weight' * n}'\n" + END,
    "blanks": lambda n: HEAD + f"    y = 1{' ' * 10 * n}\n" + END,
    "brackets": lambda n: HEAD + f"    y = '{'[' * 10 * n}'\n" + END,
    "imports": lambda n: "import torch\n" + "from a import b\n" * n + "\n\n" + HEAD[14:] + END,
    "comments": lambda n: HEAD + "    # if TYPE_CHECKING: from torch import self.cuda(\n" * n + END,
}  # fmt: skip


def cost(text: str) -> float:
    """The seconds of processor time that one text takes."""
    start = time.process_time()
    check(Document("growth.py", text), Options(no_cache=True, no_baseline=True))
    return time.process_time() - start


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", default=",".join(SHAPES), metavar="SHAPES")
    parser.add_argument("--seconds", type=float, default=1.0, help="stop at a size that takes this long")
    arguments = parser.parse_args()
    cost(HEAD + END)  # loads what evaluates
    rows = []
    failed = False
    for name in arguments.shapes.split(","):
        size, before, now, text = 50, 0.0, 0.0, ""
        while now < arguments.seconds and len(text) < LARGEST:
            size, before, text = 2 * size, now, SHAPES[name](2 * size)
            now = cost(text)
        factor = now / before if before else 0.0
        bad = now > MATTERS and factor > FACTOR
        failed |= bad
        rows.append([name, str(size), f"{len(text):,}", f"{now:.2f}", f"{factor:.1f}{' too fast' if bad else ''}"])
    print(table(["shape", "parts", "characters", "seconds", "factor of the last doubling"], rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
