"""What a rule finds: a diagnostic whose places are still forms, with what mends it.

The linter turns the forms into spans and texts when there is something to report.
"""

from __future__ import annotations

from collections.abc import Hashable

from devlint.base.diagnostic import Level, RemedyKind
from devlint.base.record import dataclass
from devlint.devices.facts.assumptions import Assumption
from devlint.forms import form


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of a finding, its place still a form."""

    message: str
    at: form.Form


@dataclass(frozen=True, slots=True)
class Remedy:
    """What mends a finding, as code: see ``devlint.base.diagnostic.Remedy``; its place is still a form."""

    kind: RemedyKind
    at: form.Form
    code: str
    also: tuple[Remedy, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: a diagnostic whose places are still forms.

    ``cause`` is the form two findings may share; ``part`` tells several things apart that it makes. ``level`` is None
    where it is that of the rule. ``assumptions`` are those of its fact, and are noted where it is a hint. ``elsewhere``
    are notes in other files, which the findings of one rule about one cause have together.
    """

    at: form.Form
    message: str
    notes: tuple[Remark, ...] = ()
    help: str = ""
    cause: form.Form | None = None
    remedy: Remedy | None = None
    level: Level | None = None
    part: Hashable = None
    assumptions: tuple[Assumption, ...] = ()
    elsewhere: tuple[Remark, ...] = ()
