"""What the worker remembers: after any edits its answers are those of a worker that has just begun."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from devlint.configuration.options import Options
from devlint.server.questions import Check, Checked, Draw, Drawn, Question, Repair, Repaired, Reveal, Revealed
from devlint.server.session import Cancelled, Session
from devlint.source.files import Document
from tests.file_systems.test_overlay import CHANGES, PROJECT
from tests.project.test_project import MASKS, net, write


def never() -> bool:
    return False


def checked(session: Session, path: Path, text: str | None = None) -> list[tuple[str, int]]:
    answer = session.answer(Check(Document(str(path), path.read_text() if text is None else text), Options()))
    assert isinstance(answer, Checked) and not answer.outcome.error
    return [(d.code, d.span.line) for d in answer.outcome.found]


@pytest.mark.parametrize("seed", range(3))
def test_warm_equals_cold(seed: int, tmp_path: Path) -> None:
    """Edits in the editor, saves, closed files, and files that others write, in random order."""
    write(tmp_path, PROJECT)
    chance = random.Random(seed)
    opened: dict[str, str | None] = {}
    told: dict[str, str | None] = {}
    warm, seen = Session(never), set()
    for _ in range(50):
        name = chance.choice(list(CHANGES))
        path, text = str(tmp_path / name), chance.choice(CHANGES[name])
        act = chance.choice(["type", "type", "save", "close", "write", "remove", "restore"])
        if act == "type":
            opened[path] = told[path] = text
        elif act == "save" and opened.get(path) is not None:
            Path(path).write_text(opened[path] or "")
        elif act == "close":
            opened[path] = told[path] = None
        elif act == "write":
            Path(path).write_text(text)
        elif act == "remove":
            Path(path).unlink(missing_ok=True)
        elif act == "restore":
            write(tmp_path, {name: PROJECT[name]})
        if chance.random() < 0.4:
            continue  # several things happen before the next question
        warm.update(told)
        told = {}
        cold = Session(never)
        cold.update(opened)
        there = tmp_path / "pkg" / f"{chance.choice(['net', 'other', 'alone', 'masks'])}.py"
        now = opened.get(str(there))
        if now is None:
            now = there.read_text() if there.exists() else ""
        document = Document(str(there), now)
        kinds: list[Question] = [Check(document, Options()), Reveal(document, Options())]
        kinds.append(Draw(document, Options(), chance.randint(1, 12)))
        (question,) = chance.choices(kinds, [6, 2, 2])
        answer = warm.answer(question)
        assert answer == cold.answer(question), (act, name, there.name)
        seen.add(str(answer))
    assert len(seen) > 2


def test_an_unsaved_text_of_another_file_counts(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "masks.py": MASKS})
    text, path, masks = net("from masks import make_mask", "make_mask(3)"), tmp_path / "net.py", tmp_path / "masks.py"
    session = Session(never)
    assert checked(session, path, text) == [("DEV102", 12)]
    session.update({str(masks): MASKS.replace("n, n)", "n, n, device='meta')")})
    assert checked(session, path, text) == []
    session.update({str(masks): None})
    assert checked(session, path, text) == [("DEV102", 12)]


def test_an_answer_that_is_not_wanted_ends_and_spoils_no_other(tmp_path: Path) -> None:
    write(tmp_path, PROJECT)
    path, asked = tmp_path / "pkg/net.py", 0

    def soon() -> bool:
        nonlocal asked
        asked += 1
        return asked == stop

    cold = checked(Session(never), path)
    for stop in range(1, 4):
        asked, session = 0, Session(soon)
        for number in range(1, stop):  # it looks once before each run, and more often in long ones
            checked(session, path, path.read_text() + "\n" * number)
        with pytest.raises(Cancelled):
            checked(session, path)
        assert checked(session, path) == cold


def test_a_file_is_repaired_and_revealed(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": ""})
    document = Document(str(tmp_path / "net.py"), net("", "torch.ones(3)"))
    session = Session(never)
    repaired = session.answer(Repair(document, Options()))
    assert isinstance(repaired, Repaired) and "torch.ones(3, device=" in repaired.text
    shown = session.answer(Reveal(document, Options()))
    assert isinstance(shown, Revealed) and session.answer(Reveal(document, Options())) is shown
    assert [(one.text, one.beliefs[0]) for one in shown.expressions if one.text == "torch.ones(3)"]
    lanes = [session.answer(Draw(document, Options(), line)) for line in (11, 12)]
    assert isinstance(lanes[0], Drawn) and lanes[0].title == "def forward" and lanes[0] is lanes[1]
    assert session.answer(Draw(Document("x.py", "def f(:"), Options(), 1)) == Drawn()
    assert session.answer(Repair(Document("x.py", "def f(:"), Options())) == Repaired("def f(:")
    assert session.answer(Reveal(Document("x.py", "def f(:"), Options())) == Revealed()


def test_what_a_baseline_knows_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from devlint.cli import main

    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"pyproject.toml": "", "net.py": net("", "torch.ones(3)")})
    session, path = Session(never), tmp_path / "net.py"
    found = checked(session, path)
    assert found and main(["baseline", "."]) == 0
    assert checked(session, path) == []
    (tmp_path / ".devlint-baseline.json").unlink()
    assert checked(session, path) == found
