"""A digest: a short word for a text, another one for any other text.

>>> digest("import torch"), digest("import torch", size=4)
('289443813c0dc5e5a0bb13f7', '845e5531')
"""

from __future__ import annotations

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL beside it: 4 MB in a run that may have little else to do
except ImportError:
    from hashlib import blake2b


def digest(text: str, size: int = 12, key: bytes = b"") -> str:
    """The BLAKE2 hash of ``text`` in ``size`` bytes, written in hexadecimal digits; with a ``key``, a seal of it."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size, key=key).hexdigest()
