"""Draws packages that were never linted here, to measure alarms on code no rule was tuned on.

    python -m benchmarks.ecosystem.drawing --seed 20261126 --count 60

All names of the package index whose words suggest torch, and that stand in no list of ``packages.py``, are put in an
order that the seed decides. The first ones whose newest release carries torch are the draw.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks import CACHE
from benchmarks.ecosystem.packages import ALL, FIFTH, FOURTH, SECOND, SIXTH, THIRD, Package, package
from benchmarks.releases import Unavailable, index_url

WORDS = re.compile(
    r"torch|pytorch|lightning|diffusion|transformer|neural|tensor|deep|embed|attention|vision|segment|detect|whisper"
    r"|(?:^|-)(?:nn|gan|vae|bert|gpt|llm|rl|vit|unet|gnn|rnn|lstm|lora|clip|yolo|tts|asr|ocr|nerf|pinn|moe|ml|ai)(?:-|$)",
)
"""Words of names that suggest torch."""

CARRYING = 5
"""A package carries torch where so many of its files import it, and ..."""
LINES = 1000
"""... these files have so many lines together."""


def names() -> list[str]:
    """Every name of the index, sorted, in its normal form."""
    request = urllib.request.Request(f"{index_url()}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        page = answer.read().decode()
    return sorted({re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r'<a href="([^"/]+)/"', page)})


def candidates(every: list[str]) -> list[str]:
    """Those names whose words suggest torch and that no list of packages holds."""
    known = {re.sub(r"[-_.]+", "-", name).lower() for name in (*ALL, *SECOND, *THIRD, *FOURTH, *FIFTH, *SIXTH)}
    return [name for name in every if WORDS.search(name) and name not in known]


def carries_torch(found: Package) -> bool:
    """Whether enough of the files of a release import torch."""
    imports = re.compile(rb"^\s*(?:import|from) torch\b", re.MULTILINE)
    texts = [text for path in found.files if imports.search(text := path.read_bytes())]
    return len(texts) >= CARRYING and sum(text.count(b"\n") for text in texts) >= LINES


def draw(ordered: list[str], root: Path) -> Iterator[Package]:
    """The packages that carry torch, in the order of their names in ``ordered``."""
    for name in ordered:
        try:
            found = package(name, root)
        except (Unavailable, OSError, ValueError, AssertionError):
            continue
        if carries_torch(found):
            yield found


def main(arguments: list[str] | None = None) -> int:
    """The command: prints the names that were drawn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    args = parser.parse_args(arguments)
    ordered = candidates(names())
    print(f"{len(ordered)} names", file=sys.stderr)
    random.Random(args.seed).shuffle(ordered)
    for found, _ in zip(draw(ordered, args.root), range(args.count), strict=False):
        print(found.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
