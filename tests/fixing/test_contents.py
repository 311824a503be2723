"""Files on disk and notebooks: what a repair leaves as it is, and where it is not made."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from devlint.base.diagnostic import Diagnostic, Span
from devlint.base.errors import NotRepaired
from devlint.cli import main
from devlint.fixing.cells import located
from devlint.fixing.contents import contents, replace_file

BAD = """\
import torch


def f(x):
    x = x.cuda()
    return x.numpy()  # é
"""
GOOD = BAD.replace(".numpy", ".cpu().numpy")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def fixed(raw: bytes, name: str = "a.py") -> bytes:
    Path(name).write_bytes(raw)
    assert main(["check", "--fix", name]) == 0
    return Path(name).read_bytes()


@pytest.mark.parametrize(
    ("before", "encoding", "mark"),
    [
        (BAD, "utf-8", b""),
        (BAD, "utf-8", b"\xef\xbb\xbf"),
        ("# -*- coding: latin-1 -*-\n" + BAD, "latin-1", b""),
        (BAD.replace("\n", "\r\n"), "utf-8", b""),
        ((BAD + "\n\nz = 1\n").replace("\n", "\r"), "utf-8", b""),
        (BAD.replace("\n", "\r\n", 3), "utf-8", b""),
        (BAD.replace("    ", "\t"), "utf-8", b""),
        (BAD.rstrip("\n"), "utf-8", b""),
        ("s = '\u2028\x85\x0c'\n\x0c\n" + BAD, "utf-8", b""),
        (BAD + "\n\n   \n# end  ", "utf-8", b""),
    ],
)
def test_bytes_stay(before: str, encoding: str, mark: bytes) -> None:
    after = mark + before.replace(".numpy", ".cpu().numpy").encode(encoding)
    assert fixed(mark + before.encode(encoding)) == after


@pytest.mark.parametrize("mode", [0o644, 0o755, 0o600, 0o664])
def test_permissions_stay(mode: int) -> None:
    Path("a.py").write_text(BAD)
    Path("a.py").chmod(mode)
    assert main(["check", "--fix", "a.py"]) == 0
    assert Path("a.py").read_text() == GOOD and stat.S_IMODE(os.stat("a.py").st_mode) == mode
    assert os.listdir() == ["a.py"]


def test_a_link_inside_stays_a_link() -> None:
    Path("real.py").write_text(BAD)
    Path("link.py").symlink_to("real.py")
    assert main(["check", "--fix", "link.py"]) == 0
    assert Path("link.py").is_symlink() and Path("real.py").read_text() == GOOD


def test_a_link_is_not_followed_out(capsys: pytest.CaptureFixture[str]) -> None:
    outside = Path("../outside.py")
    outside.write_text(BAD)
    Path("link.py").symlink_to(outside)
    assert main(["check", "--fix", "link.py"]) == 2
    assert outside.read_text() == BAD and Path("link.py").is_symlink()
    assert "not repaired: link.py: it is a link that leads out of the current folder" in capsys.readouterr().err


def test_a_file_that_was_changed_in_the_meantime_is_left() -> None:
    Path("a.py").write_text(BAD)
    with pytest.raises(NotRepaired, match="meantime"):
        replace_file("a.py", b"other", b"new")
    assert os.listdir() == ["a.py"] and Path("a.py").read_text() == BAD


def test_what_the_encoding_lacks_is_refused() -> None:
    there = contents("a.py", "# coding: latin-1\nx = 'é'\n".encode("latin-1"))
    with pytest.raises(NotRepaired):
        there.bytes_of("# coding: latin-1\nx = 'ж'\n")


CELLS = [
    {"cell_type": "markdown", "source": ["text\n"]},
    {"cell_type": "code", "source": ["%matplotlib inline\n", "import torch\n", "files = !ls\n"]},
    {"cell_type": "code", "source": "%%time\nx = torch.ones(3).cuda()\nx.numpy()  # é"},
    {"cell_type": "code", "source": ["!nvidia-smi\n", "y = x.numpy(\n", ")\n", "# x = x.numpy()"], "outputs": []},
    {"cell_type": "code", "source": ["%%bash\n", "x.numpy()"]},
    {"cell_type": "code", "source": ["  z = x\n", "\n", "  if z:\n", "      x.numpy()  # z\n"]},
]


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("indent", [None, 1, 2])
def test_of_a_notebook_only_the_changed_lines_change(plain: bool, indent: int | None) -> None:
    before = json.dumps({"cells": CELLS, "x": [1.50, "\u00e9"], "nbformat": 4}, ensure_ascii=plain, indent=indent)
    before = before.replace("1.5", "1.500") + " \n"
    after = before.replace("\\nx.numpy()  ", "\\nx.cpu().numpy()  ").replace("y = x.numpy(", "y = x.cpu().numpy(")
    after = after.replace("x.numpy()  # z", "x.cpu().numpy()  # z")
    assert fixed(before.encode(), "n.ipynb").decode() == after


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("as_list", [True, False])
@pytest.mark.parametrize("margin", ["", "  ", ">>> "])
def test_lines_are_added_to_a_cell_and_taken_from_it(
    indent: int | None, as_list: bool, margin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = "import torch\n%time\ndef f(x: torch.Tensor):\n    m = torch.ones(\n        3,\n    )\n"
    before += "    return x.cuda() * m\n"
    before += "def g(x: torch.Tensor, d):\n    x.to(\n        d\n    )\n    y = x.mean()"
    after = before.replace("        3,\n", '        3,\n        device="cuda",\n')
    after = after.replace("    x.to(\n        d\n    )", "    x = x.to(\n        d\n    )")
    notebooks = []
    for text in (before, after):
        text = "".join(margin + line for line in text.splitlines(keepends=True))
        source = text.splitlines(keepends=True) if as_list else text
        cells = [{"cell_type": "code", "source": source}, {"cell_type": "code", "source": ["x = 1"]}]
        notebooks.append(json.dumps({"cells": cells}, indent=indent))
    Path("n.ipynb").write_text(notebooks[0])
    assert main(["check", "--diff", "--unsafe-fixes", "n.ipynb"]) == 1
    out = capsys.readouterr().out
    assert (
        "+++ n.ipynb:cell 1\n" in out
        and '+        device="cuda",\n' in out
        and Path("n.ipynb").read_text() == notebooks[0]
    )
    assert main(["check", "--fix", "--unsafe-fixes", "n.ipynb"]) == 0
    assert Path("n.ipynb").read_text() == notebooks[1]


def test_places_in_json() -> None:
    raw = ' {"a": [1, "b\\"c", {"d": null}], "e": {}} '
    value = located(raw)
    found = value.value["a"].value[1]
    assert raw[found.start : found.end] == '"b\\"c"' and found.value == 'b"c'
    assert (value.start, value.end) == (1, len(raw) - 1)


def test_reasons_name_lines_by_their_cell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from devlint.fixing import passes

    cells = ["import torch\n\n", "x = torch.ones(3).cuda()\nx.numpy()", "y = 1\ny = 2\nx.cpu().numpy()"]
    Path("n.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": one} for one in cells]}))
    new = Diagnostic("DEV999", "new", "new", Span(8, 0, 8, 1))  # the third line of the third cell
    monkeypatch.setattr(passes, "new_findings", lambda *_: [new])
    main(["check", "--fix", "n.ipynb"])
    said = "not repaired: n.ipynb:cell 2:2:1: DEV107: DEV999 would be found in cell 3, line 3"
    assert said in capsys.readouterr().err
