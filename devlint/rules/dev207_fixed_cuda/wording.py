"""What is said of CUDA by name that contradicts the rest of a file."""

from __future__ import annotations

from devlint.devices.facts.findings import Finding, Remark, Remedy
from devlint.devices.facts.repairs.phrases import placed, placing, replaced
from devlint.devices.facts.wording import message
from devlint.forms import form
from devlint.forms.source_file import SourceFile
from devlint.rules.dev207_fixed_cuda.facts import BesideChoice, FixedDefault, OptionIgnored

MOST_NOTES = 5
"""The places that notes point at; how many more there are is said."""


def fixed(fact: FixedDefault, file: SourceFile) -> Finding:
    """A device that is CUDA in a file that is meant to run without."""
    advice = "test `torch.cuda.is_available()`"
    shown = "this tells the CPU apart" if fact.branches else "CUDA is asked for here"
    return Finding(
        fact.at,
        message(file, "{} is {} but this file also runs without CUDA", fact.name, fact.at, remedy=advice),
        notes=(Remark(shown, fact.shown),),
        help=advice,
        cause=fact.at,
        remedy=_tested(fact.at, file),
    )


def beside(fact: BesideChoice, file: SourceFile) -> Finding:
    """What is put on CUDA beside what is put on a device that is chosen."""
    device = fact.name if file.binds(fact.name.partition(".")[0], fact.at) else ""
    remedies = [placed(at, device, file) for at in (fact.at, *fact.also) if file.binds(device.partition(".")[0], at)]
    first = remedies[0] if remedies else None
    others = tuple(one for one in remedies[1:] if one is not None)
    advice = placing(fact.at, device, "take the device as an argument")
    return Finding(
        fact.at,
        message(file, "{} hard-codes CUDA but this file also runs without CUDA", fact.at, remedy=advice),
        notes=(Remark("the device is chosen here", fact.chosen), *_more(fact.also)),
        help=advice,
        cause=fact.at,
        remedy=None if first is None else Remedy(first.kind, first.at, first.code, also=others),
    )


def ignored(fact: OptionIgnored, file: SourceFile) -> Finding:
    """What is put on CUDA by name though an option of the command line names a device."""
    advice = "use the option"
    return Finding(
        fact.at,
        message(file, f"{{}} hard-codes CUDA, the option `{fact.name}` does not choose it", fact.at, remedy=advice),
        notes=(Remark("the option is declared here", fact.option), *_more(fact.also)),
        help=advice,
        cause=fact.at,
    )


def _more(also: tuple[form.Form, ...]) -> tuple[Remark, ...]:
    notes = [Remark("this is on CUDA by name, too", at) for at in also[:MOST_NOTES]]
    if len(also) > MOST_NOTES:
        notes[-1] = Remark(f"so are this and {len(also) - MOST_NOTES} more places", also[MOST_NOTES - 1])
    return tuple(notes)


def _tested(at: form.Form, file: SourceFile) -> Remedy | None:
    """CUDA where there is CUDA, and else the CPU, in place of the name."""
    name = next((part for part in form.walk(at, form.Constant) if isinstance(part.value, str)), None)
    if name is None or not file.binds("torch", at):
        return None
    text = file.source(name)
    return replaced(name, f'{text} if torch.cuda.is_available() else "cpu"', file)
