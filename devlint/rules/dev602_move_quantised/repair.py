"""A model loaded onto the device that it would be moved to, or left where it is."""

from __future__ import annotations

from devlint.base.record import replace
from devlint.devices.facts.findings import Remedy
from devlint.devices.facts.modules import MovedByHand
from devlint.devices.facts.repairs.phrases import replaced, with_argument
from devlint.devices.facts.repairs.readable_names import can_be_read
from devlint.devices.facts.repairs.remedies import without_move
from devlint.forms import form
from devlint.forms.parts import receiver
from devlint.forms.source_file import SourceFile


def change(fact: MovedByHand, asked: form.Expression | None, file: SourceFile) -> Remedy | None:
    """The load that is given the device ``asked`` of the move, which goes."""
    load, removed = fact.placed, without_move(fact.at, file)
    if removed is None or not isinstance(load, form.Call) or not file.owns(load):
        return None
    if file.definitions(load) != file.definitions(fact.at):
        return None
    names = [name for name, _ in load.keywords]
    if "device_map" in names:
        return removed
    if None in names:  # what is unpacked there may hold one
        return None
    device = "0" if asked is None else file.source(asked)
    if asked is not None and not can_be_read(asked, fact.at, load, file):
        return None
    if receiver(fact.at) is load:  # one change, as the move stands around the load
        loaded = with_argument(load, f'device_map={{"": {device}}}', file)
        return loaded and replaced(fact.at, loaded.code, file)
    loaded = with_argument(load, f'device_map={{"": {device}}}', file)
    return loaded and replace(loaded, also=(removed,))
