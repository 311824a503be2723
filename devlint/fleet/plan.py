"""What a run has to do, in the order in which it is handed out: what costs most comes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from devlint.base.digest import digest
from devlint.fleet.request import FleetOptions
from devlint.fleet.shuffle import Shuffled, Stretch, bucket_of, shuffled, stretches
from devlint.fleet.storage import Storage
from devlint.fleet.tasks import PARTS, SHUFFLE, Distribute, Gather, Lint

STRETCH = 512 * 2**20
"""Bytes of the source, unpacked, that one task distributes."""
BUCKET = 64 * 2**20
"""Bytes of sources in a bucket, about."""
LARGE = 96 * 2**20
"""Bytes of a repository from which on it is linted by several tasks."""
MANY = 8000
"""Files from which on it is."""
PART = 48 * 2**20
TORCH = 10
"""How many times the time of another file a file takes that speaks of torch, for its size."""
LEAST_BUCKETS = 16
MOST_BUCKETS = 1 << 16


def to_distribute(source: Storage, options: FleetOptions) -> tuple[list[Distribute], list[str]]:
    """The pieces of the source, and a message for each file that is none of Parquet."""
    found: list[Stretch] = []
    wrong: list[str] = []
    for name in source.parquet():
        try:
            found += stretches(source, name, options, STRETCH)
        except (OSError, ValueError) as error:
            wrong.append(f"{name or source.root}: {' '.join(str(error).split())[:300]}")
    buckets = buckets_for(found)
    return [Distribute(f"{n:05}", one, source, buckets) for n, one in enumerate(found)], wrong


def buckets_for(pieces: Iterable[Stretch]) -> int:
    """How many buckets the sources go to."""
    return min(max(sum(one.size for one in pieces) // BUCKET, LEAST_BUCKETS), MOST_BUCKETS)


def to_lint(
    out: Storage, distributed: Iterable[Distribute], buckets: int
) -> tuple[list[Lint], list[Gather], list[str]]:
    """The tasks that lint, those that put large repositories together, and what could not be read of the source."""
    there = Storage(out.files, out.path(SHUFFLE))
    done: dict[str, Shuffled] = {one.name: shuffled(there, one.name) for one in distributed}
    weights: dict[str, list[int]] = {}
    for one in done.values():
        for repository, weight in one.weights.items():
            weights[repository] = [sum(pair) for pair in zip(weights.get(repository, (0, 0, 0)), weight, strict=True)]
    large = {name: weight for name, weight in weights.items() if weight[1] > LARGE or weight[0] > MANY}
    cost_of: dict[int, int] = {}
    large_in: dict[int, set[str]] = {}
    for repository, weight in weights.items():
        bucket = bucket_of(repository, buckets)
        if repository in large:
            large_in.setdefault(bucket, set()).add(repository)
        else:
            cost_of[bucket] = cost_of.get(bucket, 0) + _cost(weight)

    def places(bucket: int) -> tuple[tuple[str, list[int]], ...]:
        return tuple((name, one.batches[bucket]) for name, one in done.items() if bucket in one.batches)

    tasks = [
        Lint(f"part-{bucket:05}.parquet", cost, places(bucket), frozenset(large_in.get(bucket, ())))
        for bucket, cost in cost_of.items()
    ]
    gathers = []
    for repository, weight in large.items():
        files, size, _ = weight
        count = max(2, size // PART, files // (MANY // 2))
        mark = digest(repository, size=8)
        names = tuple(f"{PARTS}/{mark}-{number:04}.parquet" for number in range(count))
        stretches_of_it = places(bucket_of(repository, buckets))
        result = f"repository-{mark}.parquet"
        if not out.exists(result):
            tasks += [
                Lint(name, _cost(weight) // count, stretches_of_it, repository=repository, part=number, parts=count)
                for number, name in enumerate(names)
            ]
            gathers.append(Gather(result, names))
    tasks.sort(key=lambda task: (-task.cost, task.name))
    return tasks, gathers, [one.error for one in done.values() if one.error]


def _cost(weight: Sequence[int]) -> int:
    """What a repository costs, in bytes of files that do not speak of torch."""
    _, size, torch = weight
    return size + (TORCH - 1) * torch
