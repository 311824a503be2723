"""The HTML page: whole by itself, hostile text harmless, lanes that say where values are, shown by a browser."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from devlint.cli import main
from devlint.page.component import script

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor, note="<script>alert(1)</script>"):
        mask = torch.ones(x.shape[0], 1)
        y = x * 2
        return y * mask


def quiet(x):
    return x


def train(net: nn.Module, device):
    net = net.to(device)
    net.head = nn.Linear(4, 2)
    return net
"""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page(HTMLParser):
    """The tables of lanes, and whether all is closed and named that has to be."""

    VOID = frozenset({"meta", "br", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts = 0
        self.rows: dict[str, list[tuple[str, list[str], str]]] = {}
        self._heads: list[str] = []
        self._text: list[str] = []
        self._cells: list[str] = []
        self._title = self._class = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        given = {key: value or "" for key, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[key] for key in ("href", "src") if key in given]
        if tag in ("tr", "h3"):
            self._cells, self._class = [], given.get("class", "")
        if tag == "script":
            self.scripts += 1
        if tag in ("th", "td", "h3", "span"):
            self._text = [] if tag != "span" else self._text

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "h3":
            self._title = "".join(self._text)
            self.rows[self._title] = []
        if tag in ("th", "td"):
            self._cells.append("".join(self._text))
        if tag == "tr" and self._title:
            self.rows[self._title].append((self._cells[0], self._cells[1:], self._class))


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("net.py").write_text(NET)
    Path("<b>.py").write_text("def (:\n")
    assert main(["check", "--output-format=html:page.html", "-q", "."]) == 2


def test_the_page() -> None:
    text = Path("page.html").read_text()
    page = Page(text)
    assert page.open == [] and not page.tags & {"link", "img", "iframe"}
    assert text.count('class="scroll" tabindex="0" role="region" aria-label=') == 2
    assert len(set(page.ids)) == len(page.ids)
    assert page.links and all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert "&lt;b&gt;.py" in text and "<b>.py" not in text
    assert list(page.rows) == ["class Net › def forward", "def train"]
    head, *rows = page.rows["class Net › def forward"]
    assert [head[0], *head[1]] == ["Line", "Source", "Devices", "CPU", "the device of argument x"]
    by_line = {number: ([cell for cell in cells[2:] if cell], kinds) for number, cells, kinds in rows if number}
    assert by_line["7"] == (["mask", "x"], "found warning")
    assert by_line["8"] == (["x", "y"], "")
    assert by_line["9"] == (["mask", "y"], "crossing")
    heard = {number: cells[1] for number, cells, _ in rows if number}
    assert heard["7"] == "mask: made on CPU. x: on the device of argument x."
    assert heard["9"].endswith("Values of two devices meet.")
    assert any("net.head" in cells[1:] and kinds == "found error" for _, cells, kinds in page.rows["def train"])


def test_only_its_own_script_can_run() -> None:
    text = Path("page.html").read_text()
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    assert Page(text).scripts == 1 and f"<script>{script()}</script>" in text
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'\"" in text
    assert "</script" not in script() and "innerHTML" not in script()


def test_each_finding_stands_once_with_its_rule_and_level() -> None:
    text = Path("page.html").read_text()
    findings = re.findall(r'<article class="finding (\w+)"[^>]* data-code="([^"]*)" data-level="(\w+)"', text)
    assert sorted(findings) == [
        ("error", "DEV301", "error"), ("error", "invalid-syntax", "error"), ("warning", "DEV102", "warning"),
    ]  # fmt: skip
    assert '<mark class="warning">torch.ones(x.shape[0], 1)</mark>' in text


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")
def test_a_browser_shows_it_light_and_dark(tmp_path: Path) -> None:
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    page = (tmp_path / "page.html").as_uri()
    shown = []
    for theme in (0, 1):
        picture = tmp_path / f"{theme}.png"
        options = [f"--blink-settings=preferredColorScheme={theme}", "--window-size=1200,1600"]
        options.append(f"--screenshot={picture}")
        subprocess.run([*command, *options, page], check=True, capture_output=True, timeout=120)
        shown.append(picture.read_bytes())
    assert min(map(len, shown)) > 20_000 and shown[0] != shown[1]
    done = subprocess.run([*command, "--dump-dom", page], check=True, capture_output=True, text=True, timeout=120)
    assert Page(done.stdout.partition("\n")[2]).rows == Page(Path("page.html").read_text()).rows
