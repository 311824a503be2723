"""What pip installs this devlint from again: the folder or the address that it came from.

pip notes the origin of what comes from no index in ``direct_url.json`` (PEP 610).
"""

from __future__ import annotations

import json
import os
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

RELEASED = False
"""True once an index has a release. Until then ``pip install devlint`` installs nothing, and no text says so."""
CHECKOUT = "path/to/devlint"
"""What stands for the user's own checkout where the origin is not known."""


def install_command(extra: str) -> str:
    """The line for a shell that adds what ``extra`` needs: ``pip install 'path/to/devlint[lsp]'``."""
    origin = _noted()
    folder = _folder(origin)
    if folder:
        editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
        return f"pip install {editable}{shlex.quote(f'{folder}[{extra}]')}"
    if address := _address(origin):
        return f"pip install {shlex.quote(f'devlint[{extra}] @ {address}')}"
    return f"pip install '{'devlint' if RELEASED else CHECKOUT}[{extra}]'"


def shared_requirement() -> str:
    """The requirement that installs this devlint on another machine; "" where it came from a folder of this one."""
    address = _address(_noted())
    return f"devlint @ {address}" if address else ""


def _noted() -> dict[str, Any]:
    """What pip noted; nothing where it noted none, or nothing that can be read."""
    try:
        noted = json.loads(distribution("devlint").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError, OSError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _folder(origin: dict[str, Any]) -> str:
    """The folder or archive of this machine that devlint came from, "" where it is none or is gone."""
    address = urlsplit(str(origin.get("url", "")))
    path = url2pathname(address.path) if address.scheme == "file" else ""
    return path if path and os.path.exists(path) else ""


def _address(origin: dict[str, Any]) -> str:
    """The address that devlint came from, "" where it came from this machine."""
    address = str(origin.get("url", ""))
    if not address or address.startswith("file:"):
        return ""
    system = origin.get("vcs_info", {}).get("vcs", "")
    return f"{system}+{address}" if system else address
