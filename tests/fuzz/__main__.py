"""Mutated and generated programs, none of which may make devlint fail.

    python -m tests.fuzz --programs 2000 --seed 1        prints each program that fails
    python -m tests.fuzz --programs 20000 --legal        of programs that are Python alone
    python -m tests.fuzz --programs 100000 --kept .bench/fuzz.jsonl      can be ended, and goes on where it was
    python -m tests.fuzz --show 17 --seed 1              prints a program
    python -m tests.fuzz --inputs 5000 --seed 1          mutated inputs of other formats
    python -m tests.fuzz --messages 2000 --seed 1        mutated messages to the language server
    python -m tests.fuzz --ways 2000                     each of them checked in every way there is

A program fails where devlint reports an internal error, raises, or takes longer than the limit of seconds of processor
time. How many are refused is printed, since a text that is no Python is so at once.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks import REPOSITORY
from tests.fuzz import inputs
from tests.fuzz.batches import PASSED, SIZE, legal_program, program, run
from tests.fuzz.ways import differences


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000, metavar="N", help=f"in batches of {SIZE}")
    parser.add_argument("--legal", action="store_true", help="programs that are Python alone")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=int, default=5, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what came of each batch, read and written")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="print one program")
    parser.add_argument("--ways", type=int, metavar="N", help="check N programs in every way, and compare")
    parser.add_argument("--messages", type=int, metavar="N", help="send N mutated messages to the language server")
    parser.add_argument("--inputs", type=int, metavar="N", help="check N inputs of other formats")
    arguments = parser.parse_args()
    if arguments.show is not None:
        made_by = legal_program if arguments.legal else program
        sys.stdout.buffer.write(made_by(arguments.seed, arguments.show).encode("utf-8", "surrogatepass"))
        return 0
    if arguments.ways is not None:
        found, compared = differences(arguments.seed, arguments.ways)
        print(*found, f"{compared} programs, {len(found)} differences", sep="\n")
        return 1 if found else 0
    if arguments.messages is not None:
        from tests.fuzz.messages import asked

        failed, sent = asked(arguments.seed, arguments.messages)
        print(*failed, ", ".join(f"{word} {count}" for word, count in sent.items()), sep="\n")
        return 1 if failed else 0
    if arguments.inputs is not None:
        return _inputs(arguments.seed, arguments.inputs)
    counts: Counter[str] = Counter()
    seconds = slowest = 0.0
    for batch in run(
        arguments.seed,
        arguments.programs,
        revision=_revision(),
        seconds=arguments.timeout,
        jobs=arguments.jobs,
        kept=arguments.kept,
        legal=arguments.legal,
    ):
        counts.update(batch.counts)
        seconds, slowest = seconds + batch.seconds, max(slowest, batch.slowest)
        for number, word in batch.failed.items():
            print(f"program {number} of seed {batch.seed} at {batch.revision}: {word}", flush=True)
    words = ", ".join(f"{word} {counts[word]}" for word in (*PASSED, "failed"))
    print(f"{sum(counts.values())} programs: {words}; {seconds:.0f} s in all, {slowest:.2f} s the slowest")
    return 1 if counts["failed"] else 0


def _inputs(seed: int, number: int) -> int:
    """Check mutated inputs of other formats than Python; the exit code."""
    counts: Counter[tuple[str, str]] = Counter()
    begin = time.process_time()
    for one in range(number):
        mutated = inputs.made(seed, one)
        word = inputs.outcome_of(mutated)
        if word not in PASSED:
            print(f"input {one} of seed {seed}, {mutated.name}: {word}", flush=True)
            word = "failed"
        counts[mutated.kind, word] += 1
    for kind in inputs.KINDS:
        print(f"{kind}: " + ", ".join(f"{word} {counts[kind, word]}" for word in (*PASSED, "failed")))
    print(f"{number} inputs; {time.process_time() - begin:.0f} s in all")
    return 1 if any(counts[kind, "failed"] for kind in inputs.KINDS) else 0


def _revision() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
