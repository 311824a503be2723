"""Files of published releases, brought through the package index that pip is configured to use.

    fetch("torchmetrics", "torchmetrics-1.4.0-py3-none-any.whl", folder)   # one known archive
    newest("torchmetrics", folder)                                         # the newest release, wheel before sdist

Archives are only read: nothing is installed, built or executed. That is why source archives are looked up in the
index itself, since ``pip download`` would run their build scripts to learn their metadata.
"""

from __future__ import annotations

import html
import re
import subprocess
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path


class Unavailable(Exception):
    """The index does not have what was asked for."""


def fetch(package: str, filename: str, folder: Path) -> Path:
    """The archive ``filename`` of ``package``, in ``folder``, downloaded unless there (Unavailable if unknown)."""
    path = folder / filename
    if not path.exists():
        if filename not in links(package):
            raise Unavailable(f"the index has no {filename}")
        folder.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(links(package)[filename], timeout=300) as answer:
            _write(path, answer.read())
    return path


def newest(package: str, folder: Path) -> Path:
    """The archive of the newest release of ``package`` in ``folder``, which it fills when empty."""
    found = sorted(path for path in folder.glob("*") if path.suffix in {".whl", ".gz", ".zip"})
    if found:
        return found[0]
    folder.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    done = subprocess.run([*pip, "--dest", str(folder), package], check=False, capture_output=True, text=True)
    wheel = next(folder.glob("*.whl"), None)
    source = newest_source(package)
    if source and (wheel is None or _release(wheel.name) < _release(source)):
        archive = fetch(package, source, folder)
        if wheel is not None:
            wheel.unlink()
        return archive
    if wheel is None:
        raise Unavailable(f"{package}: {done.stderr.strip()}")
    return wheel


def newest_source(package: str) -> str | None:
    """The name of the source archive of the newest release, None where there is none."""
    sources = [name for name in links(package, yanked=False) if name.endswith((".tar.gz", ".zip")) and _release(name)]
    return max(sources, key=_release, default=None)


def member(archive: Path, name: str) -> bytes:
    """The bytes of the file ``name`` inside ``archive`` (KeyError where there is none)."""
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(name)
    with tarfile.open(archive) as opened_tar:
        handle = opened_tar.extractfile(name)
        assert handle is not None, f"{name} is not a file in {archive.name}"
        return handle.read()


def python_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every ``.py`` file in ``archive``."""
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as opened:
            yield from ((name, opened.read(name)) for name in opened.namelist() if name.endswith(".py"))
        return
    with tarfile.open(archive) as opened_tar:
        for info in opened_tar:
            handle = opened_tar.extractfile(info) if info.name.endswith(".py") and info.isfile() else None
            if handle is not None:
                yield info.name, handle.read()


@cache
def links(package: str, yanked: bool = True) -> dict[str, str]:
    """File name and address of every file of ``package`` in the index, or of those that are not yanked."""
    page_url = f"{index_url()}/{re.sub(r'[-_.]+', '-', package).lower()}/"
    try:
        with urllib.request.urlopen(page_url, timeout=60) as answer:
            page = answer.read().decode()
    except urllib.error.HTTPError as error:
        raise Unavailable(f"{package}: {error}") from None
    anchors = [tag for tag in re.findall(r"<a\s[^>]*>", page) if yanked or "data-yanked" not in tag]
    hrefs = [html.unescape(href) for tag in anchors for href in re.findall(r'href="([^"]+)"', tag)]
    addresses = [urllib.parse.urljoin(page_url, href) for href in hrefs]
    return {urllib.parse.urlparse(a).path.rsplit("/", 1)[-1]: a for a in addresses}


@cache
def index_url() -> str:
    """The address of the package index that pip is configured to use."""
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    asked = subprocess.run(command, check=False, capture_output=True, text=True)
    return (asked.stdout.strip() or "https://pypi.org/simple").rstrip("/")


def _release(filename: str) -> tuple[int, ...]:
    """The numbers of a final release's version ("x-1.10.2.tar.gz" gives (1, 10, 2)), empty for a pre-release."""
    match = re.search(r"-(\d+(?:\.\d+)*)(?:\.post\d+)?(?:\.tar\.gz$|\.zip$|-)", filename)
    return tuple(int(part) for part in match[1].split(".")) if match else ()


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)
