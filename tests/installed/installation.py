"""Distributions that tests install into a folder, as an installer would."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from devlint.installed import environment, shipped_stubs
from devlint.stubs import finding

ABOUT = "Requires-Dist: torch"


def install(
    folder: Path, name: str, files: Mapping[str, str], *, version: str = "1.0", about: str = ABOUT, extra: str = ""
) -> None:
    """Install a distribution that holds ``files``; ``extra`` are further lines of its RECORD."""
    rows = []
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        rows.append(row(path, text))
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{about}\n")
    (info / "RECORD").write_text("\n".join([*rows, *filter(None, [extra]), f"{info.name}/RECORD,,", ""]))


def row(path: str, text: str) -> str:
    """The row of a RECORD for a file that holds ``text``."""
    raw = text.encode()
    return f"{path},sha256={urlsafe_b64encode(sha256(raw).digest()).rstrip(b'=').decode()},{len(raw)}"


def forget() -> None:
    """Let go of what this process knows of installed packages, as a new one would not know it."""
    environment.distributions.cache_clear()
    shipped_stubs.shipped_stubs.cache_clear()
    finding.forget()
