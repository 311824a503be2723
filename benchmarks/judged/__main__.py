"""Count the verdicts of ``judged.jsonl`` for each draw of ``draws.jsonl``.

python -m benchmarks.judged                     the counts, as a table
python -m benchmarks.judged --page              write README.md beside this file
python -m benchmarks.judged --list twelfth      the verdicts of a draw, with their reasons
python -m benchmarks.judged --list twelfth --verdict false
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE / "README.md"
ALARMS, REPAIRS = ("true", "harmless", "false"), ("right", "wrong", "withdrawn")
HEAD = """\
# Judged alarms and repairs

Each alarm, or repair, of a draw was read in its code, with its callers. The verdicts and their reasons are in
[judged.jsonl](judged.jsonl), one a line; `python -m benchmarks.judged --list DRAW` prints those of a draw. This page is
made by `python -m benchmarks.judged --page` from them and [draws.jsonl](draws.jsonl). Names in capitals are lists of
[lists.jsonl](../ecosystem/lists.jsonl).

- *true*: the code fails or does the wrong thing on an accelerator, in a use that it allows. A pattern (DEV7, DEV8) is
  true where the change makes the code run on other accelerators, or faster, or without a warning. "Reproduced" in a
  reason means that the released code was run on a simulated device.
- *harmless*: what is reported is right, and nothing comes of it in a use that can be expected.
- *false*: what is reported does not happen. From the fourth draw on, what can be doubted counts as false.
- *right*: a maintainer would take the repair. Since draw 5: what ran on the CPU runs as before, and what was reported
  fails no more. *wrong*: the others. *withdrawn*: a new lint takes the repair back.

Draws that end in "before" or "beside" are no samples. What was false stood for a class and was often mended afterwards:
a figure is that of its revision. Asked of the draws seven to nine were 70 % true and 10 % false, of those from the
tenth on at most 8 % false, of errors at most 5 %, and of repairs 57 of 60, with none that breaks what ran on the CPU.
"""

Entry = dict[str, Any]


def read(name: str) -> list[Entry]:
    """The lines of a file beside this one."""
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def counts(draws: list[Entry], entries: list[Entry]) -> dict[str, Counter[str]]:
    """How often each verdict was given in each draw, with those that were only counted."""
    found: dict[str, Counter[str]] = {draw["draw"]: Counter(draw.get("unlisted", {})) for draw in draws}
    for entry in entries:
        found[entry["draw"]][entry["verdict"]] += 1
    return found


def page(draws: list[Entry], entries: list[Entry]) -> str:
    """The text of README.md."""
    found = counts(draws, entries)
    parts = [HEAD]
    for title, verdicts in (("Alarms", ALARMS), ("Repairs", REPAIRS)):
        header = ["draw", "date", "revision", "seed", "what was read", "number", *verdicts, "note"]
        rule = [*["---"] * 3, "---:", "---", *["---:"] * (1 + len(verdicts)), "---"]
        parts += [f"## {title}\n", _row(header), _row(rule)]
        parts += [_line(draw, found[draw["draw"]], verdicts) for draw in draws if _is_of(verdicts, found[draw["draw"]])]
        parts += [""]
    return "\n".join(parts)


def _is_of(verdicts: tuple[str, ...], found: Counter[str]) -> bool:
    return any(found[verdict] for verdict in verdicts)


def _line(draw: Entry, found: Counter[str], verdicts: tuple[str, ...]) -> str:
    number = found.total()
    shares = [f"{found[verdict]} ({100 * found[verdict] / number:.0f} %)" for verdict in verdicts]
    start = [draw["draw"], draw["date"], draw["revision"], draw["seed"] or "", draw["read"]]
    return _row([*start, number, *shares, draw["note"]])


def _row(cells: list[Any]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main(arguments: list[str] | None = None) -> int:
    """The command: 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="write README.md")
    parser.add_argument("--list", metavar="DRAW", help="print the verdicts of a draw")
    parser.add_argument("--verdict", choices=ALARMS + REPAIRS, help="only these")
    args = parser.parse_args(arguments)
    draws, entries = read("draws.jsonl"), read("judged.jsonl")
    if args.page:
        PAGE.write_text(page(draws, entries), encoding="utf-8")
    elif args.list:
        for entry in entries:
            if entry["draw"] == args.list and args.verdict in (None, entry["verdict"]):
                print("{rule} {package} {place} {verdict}: {why}".format_map(entry))
    else:
        print(page(draws, entries).partition("## Alarms")[2].strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
