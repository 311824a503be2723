"""Events reach the checks that listen to their kind, and no transfer function calls a listener."""

from __future__ import annotations

import ast
from pathlib import Path

from devlint.devices.checks.listening import listeners
from devlint.devices.facts import events
from devlint.devices.facts.recorder import Recorder

ROOT = Path(__file__).resolve().parents[2] / "devlint" / "devices"


def test_an_event_reaches_those_that_listen_to_its_kind() -> None:
    heard: list[object] = []
    recorder = Recorder([], {str: (lambda _, event: heard.append(event),)})
    recorder.tell("operands met")
    recorder.tell(3)
    assert heard == ["operands met"]


def test_a_recorder_that_drops_facts_has_the_same_listeners() -> None:
    recorder = Recorder([], listeners())
    assert recorder.dropping().quiet
    assert recorder.dropping().listeners is recorder.listeners


def test_several_checks_listen_to_each_kind() -> None:
    kinds = {one for one in vars(events).values() if isinstance(one, type) and issubclass(one, events.Event)}
    assert {kind: len(heard) > 1 for kind, heard in listeners().items()} == dict.fromkeys(kinds - {events.Event}, True)


def test_no_listener_is_imported() -> None:
    named = {heard.__name__ for each in listeners().values() for heard in each}
    assert all(name.startswith("_") for name in named)
    for path in (ROOT / "semantics").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        checks = [one for at in imports if "devices.checks" in str(at.module) for one in at.names]
        brought = {one.asname or one.name for one in checks}
        members = [one for one in ast.walk(tree) if isinstance(one, ast.Attribute)]
        read = {one.attr for one in members if getattr(one.value, "id", "") in brought}
        assert named.isdisjoint(brought | read), path
