"""The report of a run: what each line waits for and copies, and what each device held, as a table and as JSON.

    simulated CUDA: 2 lines wait for a device or copy between host and device
       200 times              waits in item                train.py:31   total += loss.item()
       200 times      1.2 MiB copies host to device        train.py:28   batch = batch.to(device)
    cuda:0 held at most 12.50 MiB, reached at train.py:30   loss = model(batch).sum()
"""

from __future__ import annotations

import json
import linecache
import os
from pathlib import Path
from typing import Any

from devlint.base.counts import counted
from devlint.simcuda.machine import Machine
from devlint.simcuda.measures.memory import readable

VERSION = 1
"""Of the JSON format."""
Report = dict[str, Any]


def report_of(machine: Machine) -> Report:
    """What a machine measured, ready for JSON."""
    devices = []
    for index, memory in sorted(machine.account.devices.items()) if machine.account else ():
        peak_at = None if memory.highest_at is None else list(memory.highest_at)
        end = memory.bytes.current
        device = f"{machine.accelerator.type}:{index}"
        devices.append(
            {"device": device, "peak_bytes": memory.highest, "peak_at": peak_at, "bytes_at_end": end}
        )
    costs = machine.ledger.lines() if machine.ledger else []
    lines = [{**vars(cost), "source": _source(cost.file, cost.line)} for cost in costs]
    return {"version": VERSION, "lines": lines, "devices": devices}


def merged(reports: list[Report]) -> Report:
    """Several processes as one: counts and bytes are added, of a device's peaks the highest counts."""
    lines: dict[tuple[Any, ...], dict[str, Any]] = {}
    devices: dict[str, dict[str, Any]] = {}
    for report in reports:
        for cost in report["lines"]:
            total = lines.setdefault((cost["file"], cost["line"], cost["what"]), {**cost, "count": 0, "bytes": 0})
            total["count"] += cost["count"]
            total["bytes"] += cost["bytes"]
        for device in report["devices"]:
            known = devices.setdefault(device["device"], device)
            devices[device["device"]] = max(known, device, key=lambda one: one["peak_bytes"])
    ordered = sorted(lines.values(), key=lambda cost: (-cost["count"], -cost["bytes"], cost["file"], cost["line"]))
    return {"version": VERSION, "lines": ordered, "devices": [devices[name] for name in sorted(devices)]}


def table(report: Report) -> list[str]:
    """The report for people."""
    lines = report["lines"]
    places = len({(cost["file"], cost["line"]) for cost in lines})
    verbs = "waits for a device or copies" if places == 1 else "wait for a device or copy"
    found = [f"{counted(places, 'line')} {verbs} between host and device"]
    for cost in lines:
        size = readable(cost["bytes"]) if cost["bytes"] else ""
        place = _place(cost["file"], cost["line"])
        found.append(f"{counted(cost['count'], 'time'):>14} {size:>12} {cost['what']:<28} {place}   {cost['source']}")
    for device in report["devices"]:
        reached = ""
        if device["peak_at"]:
            file, line = device["peak_at"]
            reached = f", reached at {_place(file, line)}   {_source(file, line)}"
        found.append(f"{device['device']} held at most {readable(device['peak_bytes'])}{reached}")
    return found


def write(report: Report, file: str) -> None:
    """The report for programs."""
    Path(file).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def _place(file: str, line: int) -> str:
    return f"{file.removeprefix(os.getcwd() + os.sep)}:{line}"


def _source(file: str, line: int) -> str:
    return linecache.getline(file, line).strip()
