"""Draws packages that were never linted here, to measure alarms on code no rule was tuned on.

    python -m benchmarks.ecosystem.drawing --seed 20261126 --count 60
    python -m benchmarks.ecosystem.drawing --names names.tsv --seed 20261128 --count 120

All names of the package index whose words suggest torch are put in an order that the seed decides, unless they stand in
``benchmarks/`` or in ``docs/findings.md``. With ``--names`` (a line each: the name, and its summary after the last tab)
they are those that name torch in either. The first ones whose newest release carries torch are the draw.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks import CACHE, REPOSITORY
from benchmarks.ecosystem.packages import Package, package
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


def normal(name: str) -> str:
    """The normal form of a name of the index."""
    return re.sub(r"[-_.]+", "-", name).lower()


def listed(path: Path) -> list[tuple[str, str]]:
    """The names in a file, in their normal form, each with its summary; sorted."""
    lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return sorted({(normal(cells[0]), cells[-1] if len(cells) > 1 else "") for cells in lines})


def names() -> list[tuple[str, str]]:
    """Every name of the index, in its normal form, with no summary; sorted."""
    request = urllib.request.Request(f"{index_url()}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        page = answer.read().decode()
    return sorted({(normal(name), "") for name in re.findall(r'<a href="([^"/]+)/"', page)})


def named() -> frozenset[str]:
    """Every word of the benchmarks and of the page of findings, in the normal form of names."""
    files = [REPOSITORY / "docs" / "findings.md", *(REPOSITORY / "benchmarks").rglob("*")]
    texts = (path.read_text(encoding="utf-8") for path in files if path.suffix in {".py", ".md", ".txt", ".jsonl"})
    return frozenset(normal(word) for text in texts for word in re.findall(r"[A-Za-z0-9][\w.-]*[A-Za-z0-9]", text))


def candidates(every: list[tuple[str, str]]) -> list[str]:
    """Those names that name torch, themselves or in their summary, or suggest it, and are not ``named`` yet."""
    known = named()
    return [name for name, summary in every if _suggests_torch(name, summary) and name not in known]


def _suggests_torch(name: str, summary: str) -> bool:
    return "torch" in f"{name} {summary}".lower() if summary else WORDS.search(name) is not None


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
    parser.add_argument("--names", type=Path, metavar="FILE", help="where the names stand, instead of the index")
    parser.add_argument("--root", type=Path, default=CACHE / "packages", help="where releases are kept")
    args = parser.parse_args(arguments)
    ordered = candidates(listed(args.names) if args.names else names())
    print(f"{len(ordered)} names", file=sys.stderr)
    random.Random(args.seed).shuffle(ordered)
    for found, _ in zip(draw(ordered, args.root), range(args.count), strict=False):
        print(found.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
