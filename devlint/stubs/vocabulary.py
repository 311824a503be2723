"""The vocabulary of device stubs: places, what calls give, what parameters take, functions and classes.

    def encode(self, texts, *, convert_to_tensor=False) -> Tensor[self] if convert_to_tensor else Array: ...

reads as ``Function("encode", (Parameter("texts"), Parameter("convert_to_tensor", default=False)),
Conditional(Test("convert_to_tensor"), TensorType(SELF), ArrayType()))``.
"""

from __future__ import annotations

from enum import Enum, auto

from devlint.base.record import dataclass


class Whereabouts(Enum):
    """How a place is named."""

    ARGUMENT = auto()  # where an argument is, or on the device that it names
    OBJECT = auto()  # where the object is whose method is called
    DEVICE = auto()  # on a device, by its name
    ACCELERATOR = auto()  # on the first GPU, where there is one, and else on the CPU
    GPU = auto()  # on the GPU where something is already, and else as ACCELERATOR
    DEFAULT = auto()  # where torch makes tensors by default: on the CPU, unless that was changed
    ANYWHERE = auto()  # not known


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is; ``name`` is that of the argument or of the device."""

    kind: Whereabouts
    name: str = ""


ANYWHERE = Place(Whereabouts.ANYWHERE)
OBJECT = Place(Whereabouts.OBJECT)
ACCELERATOR = Place(Whereabouts.ACCELERATOR)
GPU = Place(Whereabouts.GPU)
DEFAULT = Place(Whereabouts.DEFAULT)
CPU = Place(Whereabouts.DEVICE, "cpu")


@dataclass(frozen=True, slots=True)
class Type:
    """What a call gives, or what a parameter takes."""


@dataclass(frozen=True, slots=True)
class UnknownType(Type):
    """Anything."""


@dataclass(frozen=True, slots=True)
class TensorType(Type):
    """A tensor at ``place``; without a dimension where it is ``scalar``, with or without where it is not ``ranked``."""

    place: Place = ANYWHERE
    scalar: bool = False
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class BatchType(Type):
    """Something that holds tensors, all of them at ``place``."""

    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    """A NumPy array, or something else that is on the host and no tensor of torch."""


@dataclass(frozen=True, slots=True)
class NumberType(Type):
    """Something without a device: a number, a text, a list of them."""


@dataclass(frozen=True, slots=True)
class ModelType(Type):
    """An ``nn.Module`` at ``place``, with parameters or buffers where it is ``stateful``.

    ``plain`` says that nothing but its own methods moves it or a part of it.
    """

    place: Place = ANYWHERE
    stateful: bool = True
    plain: bool = False


@dataclass(frozen=True, slots=True)
class DeviceType(Type):
    """A device: that of ``place``."""

    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class GeneratorType(Type):
    """A random number generator at ``place``."""

    place: Place = ANYWHERE


@dataclass(frozen=True, slots=True)
class InstanceType(Type):
    """An instance of a class of the same stub, by its full name; where its class says, unless there is a ``place``."""

    name: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class SameType(Type):
    """The argument called ``name`` itself; the object where that is ``self``."""

    name: str


@dataclass(frozen=True, slots=True)
class MovedType(Type):
    """As a result, the argument ``name`` with all that it holds, moved to ``place``; as a parameter, moved in place.

    A ``name`` that begins with a star is that of all further arguments: a tuple, if there are several. Without
    ``tensors`` modules and loaders are moved, and a tensor is given back as it is.
    """

    place: Place
    name: str = ""
    tensors: bool = True


@dataclass(frozen=True, slots=True)
class DatasetType(Type):
    """A data set whose rows are on the CPU."""


@dataclass(frozen=True, slots=True)
class EscapingType(Type):
    """A parameter whose argument may be changed, or moved, in any way."""


@dataclass(frozen=True, slots=True)
class ContainerType(Type):
    """A ``list`` of any number of ``items[0]``, a ``dict`` of them, or a ``tuple`` of ``items``."""

    kind: str
    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """Whether the argument called ``argument`` is ``value``; or whether it is true, where no value is given."""

    argument: str
    value: object = True
    compares: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class ConditionalType(Type):
    """One of two types, by what an argument is."""

    test: Test
    then: Type
    otherwise: Type


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter that matters for devices.

    ``default`` is a constant or a place; ``position`` is None for what is given by name alone. ``type`` is None where
    the function does nothing with the argument that matters.
    """

    name: str
    position: int | None
    type: Type | None = None
    default: object = None


@dataclass(frozen=True, slots=True)
class Function:
    """A function or a method, by its own name."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    gives: Type = UnknownType()
    bound: bool = False  # its first argument is the object
    called_back: bool = False  # a user's class writes it, and the library calls it: the row says nothing of other calls
    changes: Type | None = None  # what the object whose method it is is from then on

    @property
    def requires(self) -> bool:
        """Whether an argument has to be in a place, or is brought to one."""
        return any(map(_requires, self.parameters))

    @property
    def tells(self) -> bool:
        """Whether a call says of something that it is in a place, or has to be, whatever it is given.

        A result where an argument is, and arguments that have to be together, are wrong where something else put one
        of them in a place.
        """
        taken = (one.type for one in self.parameters)
        return self._settles(self.gives) or any(isinstance(one, _TAKEN) or self._settles(one) for one in taken)

    def _settles(self, type: Type | None) -> bool:
        if isinstance(type, ConditionalType):
            return self._settles(type.then) or self._settles(type.otherwise)
        if isinstance(type, ContainerType):
            return any(map(self._settles, type.items))
        place = getattr(type, "place", None)
        if not isinstance(place, Place) or place.kind in _UNSETTLED:
            return False
        given = self.parameter(place.name) if place.kind is Whereabouts.ARGUMENT else None
        return given is None or not isinstance(given.type, (TensorType, BatchType))

    def parameter(self, name: str) -> Parameter | None:
        """The parameter called ``name``; None where there is none."""
        return next((one for one in self.parameters if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Class:
    """A class, by its full name; ``model`` says which module it is, if it is one.

    ``parts`` are the names of attributes that are objects of the class as well, where the whole is; ``dataset`` says
    that an object is a data set whose rows are on the CPU.
    """

    name: str
    bases: tuple[str, ...] = ()
    model: ModelType | None = None
    place: Place | None = None  # where an object is that is no module
    record: bool = False  # its objects hold what they are made of, each argument under its name
    methods: tuple[tuple[str, Function], ...] = ()
    attributes: tuple[tuple[str, Type], ...] = ()
    parts: tuple[str, ...] = ()
    dataset: bool = False

    @property
    def tells(self) -> bool:
        """Whether making an object puts it, or something else, in a place, the default one too, or needs it there."""
        init = self.method("__init__")
        if init is not None and init.tells:
            return True
        where = self.place if self.model is None else self.model.place
        if where is None or self.model is not None and not self.model.stateful:
            return False
        given = init.parameter(where.name) if init is not None and where.kind is Whereabouts.ARGUMENT else None
        return where.kind in _MADE or given is not None and isinstance(given.type, DeviceType)

    @property
    def is_called_back(self) -> bool:
        """Whether a library calls methods that a user's class writes."""
        return any(one.called_back for _, one in self.methods)

    @property
    def only_calls_back(self) -> bool:
        """Whether the stub speaks of methods that users write and of nothing else: not of the objects themselves."""
        says = self.bases or self.model or self.place or self.record or self.dataset or self.attributes
        return self.is_called_back and not says and all(one.called_back for _, one in self.methods)

    def method(self, name: str) -> Function | None:
        """The method called ``name`` of this class itself; None where it has none."""
        return next((one for key, one in self.methods if key == name), None)

    def attribute(self, name: str) -> Type | None:
        """What the attribute called ``name`` of this class itself is; None where it has none."""
        return next((one for key, one in self.attributes if key == name), None)


_MADE = (Whereabouts.DEVICE, Whereabouts.ACCELERATOR, Whereabouts.DEFAULT)
_UNSETTLED = (Whereabouts.ANYWHERE, Whereabouts.DEFAULT, Whereabouts.OBJECT)
_TAKEN = (ArrayType, MovedType, GeneratorType)


def _requires(parameter: Parameter) -> bool:
    place = getattr(parameter.type, "place", ANYWHERE)
    return isinstance(parameter.type, _TAKEN) or isinstance(place, Place) and place != ANYWHERE
