"""Methods and functions that are evaluated for what they move, whatever else stands in them.

class Bank(nn.Module):
    def to(self, device): self.rows = ...           changes itself when it is moved
def resume(net, path, device):                      moves a model, and gives an optimizer its state
    optim.load_state_dict(torch.load(path)); net.to(device)
"""

from __future__ import annotations

from devlint.scout import vocabulary
from devlint.scout.units import Unit


def moves_itself(unit: Unit) -> bool:
    """Whether a module says itself what happens when it is moved, and changes itself there."""
    if unit.name not in ("to", "cuda", "cpu") or unit.owner is None or not unit.owner.is_module:
        return False
    return any(word.startswith("self.") for word in unit.words)


def moves_what_is_trained(unit: Unit) -> bool:
    """Whether a function moves something, and gives an optimizer its state or has a library place a model."""
    words = unit.words
    if vocabulary.MOVING.isdisjoint(words):
        return False
    if not words.isdisjoint(("device_map", "load_in_8bit")):  # a library has placed it
        return True
    if words.isdisjoint((".load_state_dict", ".Adagrad", "Adagrad")):
        return False
    return any("optim" in word.lower() or word.endswith("Adagrad") for word in words)
