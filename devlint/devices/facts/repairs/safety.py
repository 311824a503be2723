"""How safe it is to carry a remedy out, and its place in the text."""

from __future__ import annotations

import re

from devlint.base import diagnostic
from devlint.base.diagnostic import RemedyKind, Safety
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.repairs.argument_types import is_argument
from devlint.devices.facts.repairs.effects import keeps_the_rest
from devlint.devices.facts.repairs.member_types import fits
from devlint.devices.facts.repairs.module_devices import shows_parameters
from devlint.forms.source_file import SourceFile

_FIRST_PARAMETER = re.compile(r"next\(([\w.]+)\.parameters\(\)\)")


def located(remedy: Remedy, safety: Safety, file: SourceFile, *, assumed: bool = False) -> diagnostic.Remedy | None:
    """A remedy with spans in the place of forms, for a diagnostic.

    None where its types do not fit, or where it would change more than it mends. It is unsafe where a type that it
    relies on is unknown, where it asks a module for its first parameter and nothing shows that there is one, and where
    the finding is ``assumed``. There an argument is not moved: code out of sight may take it as a list.
    """
    fit = fits(remedy, file)
    if fit is False or not keeps_the_rest(remedy, file):
        return None
    if assumed and remedy.kind is RemedyKind.MOVE and is_argument(remedy.at, file):
        return None
    found = (_FIRST_PARAMETER.search(one.code) for one in (remedy, *remedy.also))
    asked = [one[1] for one in found if one is not None]
    if assumed or fit is None or not all(shows_parameters(one, remedy.at, file) for one in asked):
        safety = Safety.UNSAFE
    return _spanned(remedy, safety, file)


def _spanned(remedy: Remedy, safety: Safety, file: SourceFile) -> diagnostic.Remedy:
    also = tuple(_spanned(one, safety, file) for one in remedy.also)
    return diagnostic.Remedy(remedy.kind, file.span(remedy.at), remedy.code, safety, also)
