"""What the state remembers of a module beside its place: each is the name of a field, or begins one.

net.to(device)                MOVED: there
net.head = nn.Linear(8, 5)    the head is LATE
self.layers = [net]           net is UNREGISTERED
"""

from __future__ import annotations

LATE = "@late"
"""The field that marks a module attached after its owner was moved, until it is moved itself."""

REGISTERED = "@registered"
"""The prefix of the fields that mark names a module has registered as a buffer or parameter."""

UNREGISTERED = "@unregistered"
"""The field that marks a module kept where its owner does not see it: in a list, a tuple or a dict."""

BUILT = "@built"
"""The field that marks the call that built a module of this file, and thereby its submodules."""

MOVED = "@moved"
"""The field that marks the move that put a module where it is."""
