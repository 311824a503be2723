"""Addresses of the documentation, where the installed distribution names one.

    url("DEV102", "factory-without-device")     ".../rules/dev102_factory_without_device/", or None

``[project.urls] Documentation`` in ``pyproject.toml`` is the address of the site.
"""

from __future__ import annotations

from functools import cache


def url(code: str, name: str) -> str | None:
    """The address of the page of a rule; None where no site is known."""
    site = _site()
    return f"{site}/rules/{stem(code, name)}/" if site else None


def stem(code: str, name: str) -> str:
    """The name that a rule's module, its fixtures and its page share."""
    return f"{code.lower()}_{name.replace('-', '_')}"


@cache
def _site() -> str:
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        given = metadata("devlint").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    addresses: dict[str, str] = dict(one.split(", ", 1) for one in given if ", " in one)
    return addresses.get("Documentation", "").rstrip("/")
