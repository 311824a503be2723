"""Tensors made without a device among others of one function that are made on the caller's.

    scores = torch.zeros(n, device=x.device)
    hits = torch.zeros(n, device=x.device)
    taken = torch.zeros(n)                      the one that was forgotten

One walk over the forms. A function that names a device for all the others means it for this one, too, unless it
mentions the CPU, or this one is moved, copied or only used as an index.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.facts.operations import Unlike
from devlint.devices.patterns.host_words import speaks_of_the_host
from devlint.flow.values.definitions import FunctionValue
from devlint.flow.values.guards import ALWAYS
from devlint.forms.parts import calls_in
from devlint.naming.devices import is_called_device
from devlint.rules.dev112_unlike_its_siblings.facts import UnlikeItsClass
from devlint.rules.dev112_unlike_its_siblings.handed_alone import is_handed_alone
from devlint.rules.dev112_unlike_its_siblings.made import device_of, factory_name, has_elements, is_excused
from devlint.rules.dev112_unlike_its_siblings.of_class import unlike_in_class

FEWEST = 2  # siblings that are made on one device


def detect(file: AnalyzedFile) -> Iterator[Unlike | UnlikeItsClass]:
    """The tensors that are the only ones without a device in a function of the file, or nearly so in a class."""
    if file.content.count("device=") < FEWEST or file.text_index.calls("set_default_device"):
        return  # what is made without a device is where the file wants it
    seen: set[int] = set()
    of_functions = (fact for function in file.functions() for fact in _unlike(function))
    of_classes = (fact for cls in file.classes() for fact in unlike_in_class(cls))
    for fact in chain[Unlike | UnlikeItsClass](of_functions, of_classes):
        if id(fact.at) not in seen:
            seen.add(id(fact.at))
            yield fact


def _unlike(function: FunctionValue) -> Iterator[Unlike]:
    made = [
        (call, device, name)
        for call in calls_in(function.form)
        if (name := factory_name(function, call))
        for device in (device_of(call),)
    ]
    bare = [(call, name) for call, device, name in made if device is None]
    if len(bare) != 1 or len(made) <= FEWEST:
        return
    call, name = bare[0]
    placed = [(one, device) for one, device, of in made if device and is_called_device(device)]
    for sibling, device in placed:
        alike = [one for one, place in placed if place == device]
        same = len(alike) >= FEWEST and factory_name(function, sibling) == name
        if same and has_elements(call) and not speaks_of_the_host(function.form, device):
            if not is_excused(function.form, call) and not is_handed_alone(function, call, [one for one, _ in placed]):
                yield Unlike(call, ALWAYS, sibling)
            return
