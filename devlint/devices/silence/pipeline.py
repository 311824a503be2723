"""The facts of a file that are reported: all but those for which a reason for silence holds.

    facts ── reason of each kind ──► none: reported    a reason: noted where ``devlint reveal`` asks, and dropped

Each reason is a record and a predicate in a module of this package; a reason that is decided while a file is evaluated
stands beside the check that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.record import replace
from devlint.devices.analyzed_file import AnalyzedFile
from devlint.devices.checks.results import is_for_constructors
from devlint.devices.facts.device_choices import MadeByName
from devlint.devices.facts.modules import SentAhead, StateLeft, WrappedOnHost
from devlint.devices.facts.operations import Clash, Fact, LeftBehind, Result, ToHost
from devlint.devices.facts.processes import CallersGenerator, Collective, Loaded, Saved
from devlint.devices.facts.reason import Reason
from devlint.devices.lattice.device import is_host, is_of_argument
from devlint.devices.patterns.cuda_by_name import falls_back_to_cpu
from devlint.devices.silence import callees, host_callers, later_moves, results
from devlint.devices.silence.chosen_cuda import CALLED_WITH_CUDA, MODELS_ON_CUDA, PROGRAM_DEVICE, ChosenCuda
from devlint.devices.silence.collectives import OTHER_BACKEND, Reductions
from devlint.devices.silence.conversions import BATCH_OF_LOADER, is_batch_of_loader
from devlint.devices.silence.cpu_programs import NOTHING_IS_MOVED, CpuProgram
from devlint.devices.silence.generators import GIVEN_TO_TORCH, is_drawn_anywhere
from devlint.devices.silence.left_behind import beside_moved_parts
from devlint.devices.silence.numpy_arguments import silences
from devlint.devices.silence.one_report import placed
from devlint.devices.silence.other_files import is_said_by_its_file
from devlint.devices.silence.own_files import OWN_CHECKPOINT, OWN_FILE, SHIPPED_FILE, Files
from devlint.devices.silence.placed_by_others import INPUTS_SCATTERED, Placed
from devlint.devices.silence.siblings import NO_SIBLING_MOVES, end_of_constructor
from devlint.flow.values.identity import made_by


def reported(file: AnalyzedFile) -> list[Fact]:
    """The facts of ``file`` that are reported, in their order."""
    pipeline = Pipeline(file)
    kept: list[Fact] = []
    silenced: dict[int, Reason] = {}
    for fact in file.facts:
        if isinstance(fact, Saved) or isinstance(fact, ToHost) and is_host(fact.tensor.device):
            continue
        if isinstance(fact, Collective) and not is_host(fact.tensor.device):
            continue  # evidence for others, about which no rule speaks
        if isinstance(fact, SentAhead):
            fact = replace(fact, end=end_of_constructor(fact, file.content))
        reason = pipeline.reason(fact)
        if reason is None:
            if isinstance(fact, Loaded):
                own = pipeline.known_files().is_own_checkpoint(fact)
                fact = replace(fact, own=own, portable=file.once(falls_back_to_cpu, None))
            elif isinstance(fact, Collective):
                fact = replace(fact, nccl=fact.nccl or file.nccl)
            if not (isinstance(fact, (Clash, ToHost)) and is_said_by_its_file(fact, file)):
                kept.append(fact)
        else:
            file.recorder.silence(reason, fact.at, fact)
            if isinstance(fact, Clash):
                silenced[id(fact.at)] = reason
    return list(placed(beside_moved_parts(_with_premises(file, kept, silenced)), file.classes()))


def _with_premises(file: AnalyzedFile, facts: list[Fact], silenced: dict[int, Reason]) -> Iterator[Fact]:
    """``facts`` without those about a tensor that is where it is only if a clash is mended that was ``silenced``."""
    premises = silenced.keys() - {id(fact.at) for fact in facts if isinstance(fact, Clash)}
    for fact in facts:
        one = fact.other if isinstance(fact, (Clash, Result)) else fact.tensor if isinstance(fact, ToHost) else None
        identities = () if one is None or not premises else (one.tensor.id, *one.tensor.roots)
        premise = next((made for i in identities if (made := made_by(i)) in premises), None)
        if isinstance(premise, int):
            file.recorder.silence(silenced[premise], fact.at, fact)
        else:
            yield fact


class Pipeline:
    """The reasons for silence that the whole file gives; what they have to know of it is looked up once."""

    def __init__(self, file: AnalyzedFile) -> None:
        self.file = file
        self._sent: later_moves.Sent | None = None
        self._read: later_moves.ReadByNumpy | None = None
        self._placed: Placed | None = None
        self._reductions: Reductions | None = None
        self._files: Files | None = None
        self._cuda: ChosenCuda | None = None
        self._program = CpuProgram(file)
        self._conversions: dict[int, Reason] | None = None

    def reason(self, fact: Fact) -> Reason | None:
        """Why ``fact`` is not reported; None where it is."""
        file = self.file
        if isinstance(fact, Clash):
            return self._of_clash(fact)
        if isinstance(fact, Result):
            return self._of_result(fact)
        if isinstance(fact, ToHost):
            return self._of_conversion(fact)
        if isinstance(fact, MadeByName):
            return self._of_cuda(fact)
        if isinstance(fact, Loaded):
            return self._of_load(fact)
        if isinstance(fact, StateLeft):
            return later_moves.STATE_HANDED_OUT if later_moves.is_state_handed_out(fact, file) else None
        if isinstance(fact, LeftBehind):
            return INPUTS_SCATTERED if self._known_placed().is_scattered(fact) else None
        if isinstance(fact, Collective):
            if self._reductions is None:
                self._reductions = Reductions(file)
            return OTHER_BACKEND if self._reductions.may_suit(fact) else None
        if isinstance(fact, WrappedOnHost):
            return None if fact.named or file.nccl else OTHER_BACKEND
        if isinstance(fact, SentAhead):
            return NO_SIBLING_MOVES if fact.end is None else None
        if isinstance(fact, CallersGenerator):
            return None if is_drawn_anywhere(fact.name, file.content) else GIVEN_TO_TORCH
        return None

    def _of_clash(self, fact: Clash) -> Reason | None:
        if later_moves.is_sent_by_its_object(fact.host, self.file):
            return later_moves.SENT_BY_ITS_OBJECT
        if self._known_placed().is_scattered(fact):
            return INPUTS_SCATTERED
        if callees.is_sent_by_callee(fact, self.file):
            return later_moves.SENT_BY_CALLEE
        reason = self._of_meeting(fact)
        if reason is None and later_moves.is_moved_by_users(fact, self.file):
            return later_moves.MOVED_BY_USERS
        if reason is None and self._program.builds(fact):
            return NOTHING_IS_MOVED
        return reason

    def _of_result(self, fact: Result) -> Reason | None:
        if later_moves.is_moved_by_caller(fact, self.file):
            return later_moves.MOVED_BY_CALLER
        if is_for_constructors(fact, self.file):
            return results.MADE_FOR_CONSTRUCTORS
        return self._of_meeting(fact)

    def _of_meeting(self, fact: Clash | Result) -> Reason | None:
        """What becomes of that which meets, or leaves a function, beside an argument."""
        if is_of_argument(fact.other.device):
            if self._sent is None:
                self._sent = later_moves.Sent(self.file)
            if self._sent.is_sent(fact):
                return later_moves.SENT_AT_ONCE
            if self._read is None:
                self._read = later_moves.ReadByNumpy(self.file)
            if self._read.is_read(fact):
                return later_moves.READ_BY_NUMPY
        return host_callers.CALLERS_ON_CPU if host_callers.is_brought_from_cpu(fact, self.file) else None

    def _of_conversion(self, fact: ToHost) -> Reason | None:
        file = self.file
        if is_batch_of_loader(fact):
            return BATCH_OF_LOADER
        if self._conversions is None:
            conversions = [one for one in file.facts if isinstance(one, ToHost)]
            self._conversions = silences(conversions, file.content, file.is_tensor)
        reason = self._conversions.get(id(fact))
        if reason is not None:
            return reason
        return host_callers.CALLERS_ON_CPU if host_callers.is_brought_from_cpu(fact, file) else None

    def _of_cuda(self, fact: MadeByName) -> Reason | None:
        if self._cuda is None:
            self._cuda = ChosenCuda(self.file)
        if self._cuda.is_of_program(fact):
            return PROGRAM_DEVICE
        if self._cuda.puts_models_there(fact):
            return MODELS_ON_CUDA
        return CALLED_WITH_CUDA if self._cuda.is_called_by_file(fact) else None

    def _of_load(self, fact: Loaded) -> Reason | None:
        files = self.known_files()
        if files.is_shipped(fact):
            return SHIPPED_FILE
        if files.is_written_under_its_name(fact):
            return OWN_CHECKPOINT
        return OWN_FILE if files.is_own(fact) else None

    def known_files(self) -> Files:
        """The files that the code comes with, and those that it writes."""
        if self._files is None:
            self._files = Files(self.file)
        return self._files

    def _known_placed(self) -> Placed:
        if self._placed is None:
            self._placed = Placed(self.file)
        return self._placed
