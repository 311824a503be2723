"""Draws the icon of the extension for VS Code: two lanes of devices, and a value that moves from one to the other.

    python tools/extension_icon.py              writes editors/vscode/icon.png
    python tools/extension_icon.py --check      1 where it is not what this script draws

The Marketplace takes PNG alone. The picture is written by the standard library, each pixel as the mean of 16 samples.
"""

from __future__ import annotations

import argparse
import struct
import sys
import zlib
from pathlib import Path

ICON = Path(__file__).parent.parent / "editors" / "vscode" / "icon.png"
SIZE = 256
SAMPLES = 4
"""Samples along each side of a pixel."""

Colour = tuple[int, int, int, int]
CLEAR: Colour = (0, 0, 0, 0)
BACK: Colour = (22, 27, 34, 255)
CPU: Colour = (168, 179, 191, 255)
GPU: Colour = (86, 211, 100, 255)

RADIUS = 48.0
LEFT, RIGHT = 76.0, 180.0
"""The lanes: the CPU's and the GPU's."""
TOP, MIDDLE, BOTTOM = 52.0, 128.0, 204.0
LINE, DOT = 7.0, 22.0
"""Half the width of a line, and the radius of a value."""
HEAD = 26.0
"""Length of the arrow's head, and half its height at its foot is 0.7 of it."""


def colour(x: float, y: float) -> Colour:
    """The colour at a point of the square of ``SIZE``."""
    if not _is_in_square(x, y):
        return CLEAR
    if _distance(x, y, LEFT, TOP) <= DOT or abs(x - LEFT) <= LINE and TOP <= y <= MIDDLE + LINE:
        return CPU
    if _distance(x, y, RIGHT, MIDDLE) <= DOT or abs(x - RIGHT) <= LINE and MIDDLE <= y <= BOTTOM:
        return GPU
    tip, foot = RIGHT - DOT, RIGHT - DOT - HEAD
    if foot <= x <= tip and abs(y - MIDDLE) <= 0.7 * (tip - x):
        return GPU
    return CPU if LEFT <= x < foot and abs(y - MIDDLE) <= LINE else BACK


def _is_in_square(x: float, y: float) -> bool:
    """True if a point is in the square with round corners that fills the picture."""
    dx, dy = (max(RADIUS - one, one - (SIZE - RADIUS), 0.0) for one in (x, y))
    return dx * dx + dy * dy <= RADIUS * RADIUS


def _distance(x: float, y: float, to_x: float, to_y: float) -> float:
    return float(((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5)


def _pixel(column: int, row: int) -> bytes:
    steps = [(n + 0.5) / SAMPLES for n in range(SAMPLES)]
    seen = [colour(column + dx, row + dy) for dy in steps for dx in steps]
    alpha = sum(one[3] for one in seen)
    if not alpha:
        return bytes(4)
    mixed = [round(sum(one[part] * one[3] for one in seen) / alpha) for part in range(3)]
    return bytes([*mixed, round(alpha / len(seen))])


def picture() -> bytes:
    """The icon as a PNG file."""
    rows = (b"\0" + b"".join(_pixel(column, row) for column in range(SIZE)) for row in range(SIZE))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks))


def _chunk(chunk: tuple[bytes, bytes]) -> bytes:
    kind, data = chunk
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pixels(png: bytes) -> bytes:
    """What a file of ``picture`` shows; another zlib may pack the same pixels otherwise."""
    start = png.index(b"IDAT")
    size = struct.unpack(">I", png[start - 4 : start])[0]
    return zlib.decompress(png[start + 4 : start + 4 + size])


def main() -> int:
    """Write the icon, or compare it."""
    parser = argparse.ArgumentParser(description="Draws the icon of the extension for VS Code.")
    parser.add_argument("--check", action="store_true", help="compare the committed icon, and write nothing")
    drawn = picture()
    if not parser.parse_args().check:
        ICON.write_bytes(drawn)
        return 0
    is_same = ICON.is_file() and pixels(ICON.read_bytes()) == pixels(drawn)
    if not is_same:
        print(f"{ICON} is not what tools/extension_icon.py draws: run it", file=sys.stderr)
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
