"""What is known of the places of one function: which are tensors, which are none, and what else is said of them."""

from __future__ import annotations


class Evidence:
    """The places of one function that are tensors for certain (``tensors``) and those that are not (``others``).

    Of the latter, ``numbers`` say how large something is. ``ranks`` are those of parameters whose shape is unpacked,
    and ``shaped`` the places whose shape is asked for, of which nothing says that they are no tensors. ``pinned`` are
    on the CPU. ``images`` are parameters that are images of PIL, ``holders`` those whose class declares tensors.
    """

    __slots__ = ("holders", "images", "numbers", "others", "pinned", "ranks", "shaped", "tensors")

    def __init__(self) -> None:
        self.holders: set[str] = set()
        self.images: set[str] = set()
        self.tensors: set[str] = set()
        self.others: set[str] = set()
        self.pinned: set[str] = set()
        self.numbers: set[str] = set()
        self.ranks: dict[str, int] = {}
        self.shaped: set[str] = set()

    def is_tensor(self, place: str) -> bool:
        """Whether everything said about ``place`` speaks for a tensor."""
        return place in self.tensors and place not in self.others
