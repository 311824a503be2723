"""Addresses of the documentation, where the installed distribution names one.

    url("DEV102", "factory-without-device")     ".../rules/dev102_factory_without_device.html", or None

``[project.urls] Documentation`` in ``pyproject.toml`` is the address of the site, and stands nowhere else.
"""

from __future__ import annotations

import re
from functools import cache

_OWN = re.compile(r"DEV[0-8][0-9]{2}")
"""Codes that have a page on the site: no rule of a plugin has one of these (``devlint.rulebook.plugins.CODE``)."""


def url(code: str, name: str) -> str | None:
    """The address of the page of a rule; None where no site is known, and for a rule of a plugin."""
    return f"{site()}rules/{stem(code, name)}.html" if site() and _OWN.fullmatch(code) else None


def stem(code: str, name: str) -> str:
    """The name that a rule's module, its fixtures and its page share."""
    return f"{code.lower()}_{name.replace('-', '_')}"


@cache
def site() -> str:
    """The address of the site, with a slash at its end; "" where the distribution names none."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        given = metadata("devlint").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    addresses: dict[str, str] = dict(one.split(", ", 1) for one in given if ", " in one)
    address = addresses.get("Documentation", "").rstrip("/")
    return f"{address}/" if address else ""
