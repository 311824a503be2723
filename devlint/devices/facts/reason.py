"""Reasons to report nothing where operands meet, as records that ``devlint reveal`` and the pages of rules show."""

from __future__ import annotations

from devlint.base.record import dataclass
from devlint.devices.facts.operations import Fact
from devlint.flow.values.guards import ALWAYS, Guards
from devlint.forms import form


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for silence.

    ``id`` is a word for it, as ``sent-at-once``; ``sentence`` tells it to the user, and is the point under
    "Not reported" on the pages of ``rules``, the codes of the rules that it silences.
    """

    id: str
    sentence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Silenced:
    """A place where ``reason`` held, and the fact that was not reported for it, where there was one already.

    ``because`` has the conditions that decided it, where conditions did.
    """

    at: form.Form
    reason: Reason
    fact: Fact | None = None
    because: Guards = ALWAYS
