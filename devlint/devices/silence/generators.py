"""Generators of the caller: a file that hands one to torch alone leaves the choice of its device to the caller."""

from __future__ import annotations

import re

from devlint.devices.facts.reason import Reason

GIVEN_TO_TORCH = Reason("generator-for-torch", "A file that gives the generator only to torch functions.", ("DEV404",))

_DRAWN = re.compile(r"randn?_\w{1,99}\((?:[^()]|\([^()]*\))*\)")


def is_drawn_anywhere(name: str, source: str) -> bool:
    """True if the file hands a generator to a function that takes it together with the device that is wanted."""
    given = f"generator={name}"
    for call in _DRAWN.finditer(source) if given in source else ():
        if given in call[0] and "device=" in call[0]:
            start = call.start()
            while source[start - 1 : start].isalnum() or source[start - 1 : start] == "_":
                start -= 1
            if source[start - 1 : start] != "." and not source.endswith("def ", 0, start):
                return True
    return False
