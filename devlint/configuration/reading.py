"""Configuration files: which one counts, and what it says.

    .devlint.toml, devlint.toml       pyproject.toml           setup.cfg, tox.ini
    select = ["DEV1"]                 [tool.devlint]           [devlint]
                                      select = ["DEV1"]        select = DEV1

The search begins in a folder and goes up, as flake8's does: the first folder with one of these files that has a section
for devlint decides, and within a folder the first file in this order. It is merged with nothing but the file that its
``extend`` names, whose keys count where it does not set them itself.
The home folder and what is above it are searched only if the search begins there.

Of the files that others read as well, one in which the word "devlint" does not stand is not parsed: what is wrong with
it is other programs' business.
"""

from __future__ import annotations

import configparser
import os
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from devlint.base.errors import BadOption
from devlint.base.suggestion import nearest
from devlint.configuration.anchoring import anchored
from devlint.configuration.options import Options
from devlint.configuration.scalars import called
from devlint.configuration.settings import EXTEND, TABLE
from devlint.configuration.stub_files import stub_texts
from devlint.file_systems.base import DISK, FileSystem

OWN_NAMES = (".devlint.toml", "devlint.toml")
NAMES = (*OWN_NAMES, "pyproject.toml", "setup.cfg", "tox.ini")
FLAKE8_FILE = ".flake8"
MOST_EXTENDED = 8
"""The files that may extend one another."""
LARGEST = 2**20
"""Bytes of a configuration file."""
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def configured(
    config: str | None = None, *, isolated: bool = False, start: str = ".", files: FileSystem = DISK
) -> Options:
    """The options of the file ``config`` of the disk, or else of the nearest of ``files``, seen from ``start``.

    Raises BadOption, naming file and key, where a file says something that means nothing.
    """
    if config is not None:
        found = read(config, named=True)
        if found is None:
            raise BadOption(f"{config}: has no section [{_section(config)}]")
        return found
    if isolated:
        return Options()
    said = (read_folder(folder, files) for folder in folders(start))
    return next(filter(None, said), None) or Options()


def read_folder(folder: str, files: FileSystem = DISK) -> Options | None:
    """What the files in ``folder`` say of devlint, None where they say nothing. Raises BadOption."""
    for name in NAMES:
        path = os.path.join(folder, name)
        if files.is_file(path):
            found = read(path, files=files)
            if found is not None:
                return found
    path = os.path.join(folder, FLAKE8_FILE)
    if files.is_file(path):
        refuse_sections_of_flake8(path, files)
    return None


def deciding_file(
    config: str | None = None, *, isolated: bool = False, start: str = ".", files: FileSystem = DISK
) -> str | None:
    """The file that ``configured`` reads, None where there is none. Raises BadOption."""
    if config is not None or isolated:
        return config
    paths = (os.path.join(folder, name) for folder in folders(start) for name in NAMES)
    return next((shown_path(one) for one in paths if files.is_file(one) and read(one, files=files) is not None), None)


def folders(start: str) -> list[str]:
    """The folder ``start`` and those above it, as far as the home folder, which does not count."""
    here = os.path.abspath(start)
    home = os.path.realpath(os.path.expanduser("~"))
    found = [here]
    while os.path.dirname(here) != here:
        here = os.path.dirname(here)
        if os.path.realpath(here) == home:
            break
        found.append(here)
    return found


def read(path: str, *, named: bool = False, files: FileSystem = DISK) -> Options | None:
    """What the file ``path`` says of devlint, None where it says nothing.

    ``named`` says that the user named this very file. Raises BadOption.
    """
    return _read(path, named, files, ())


def _read(path: str, named: bool, files: FileSystem, extending: tuple[str, ...]) -> Options | None:
    """What ``path`` says of devlint; the files ``extending`` lead to it, each by its ``extend``."""
    shown = path if named else shown_path(path)
    try:
        raw = files.load(path, LARGEST)
    except (OSError, ValueError) as error:
        raise BadOption(f"{shown}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if b"devlint" not in raw and os.path.basename(path) not in OWN_NAMES:
        wide = next((one for one in _WIDE if "devlint".encode(one) in raw), "")
        if wide:
            raise BadOption(f"{shown}: cannot be decoded: it is {wide[:6].upper()}, and has to be UTF-8")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadOption(f"{shown}: cannot be decoded: {error}") from None
    toml = path.endswith(".toml")
    section = _toml(shown, text, _section(path)) if toml else ini_section(shown, text, "devlint")
    if section is None:
        return None
    where = f"{shown}: {_section(path)}{'.' * bool(_section(path))}"
    folder = os.path.dirname(os.path.abspath(path))
    extended = section.get(EXTEND)
    base = Options() if extended is None else _extended(f"{where}{EXTEND}", extended, path, files, extending)
    own = {key: value for key, value in section.items() if key != EXTEND}
    fields = anchored(where, _fields(where, own, toml=toml), folder)
    if "stubs" in fields:
        fields["stubs"] = stub_texts(f"{where}stubs", fields["stubs"], folder, files)
    return replace(base, **fields)


def _extended(where: str, name: object, path: str, files: FileSystem, extending: tuple[str, ...]) -> Options:
    """What the file ``name``, meant from the folder of ``path``, says of devlint. Raises BadOption."""
    if not isinstance(name, str):
        raise BadOption(f"{where}: must be a string, not {called(name)}")
    if not name.strip().endswith(".toml"):
        raise BadOption(f"{where}: {name!r} is not the path of a .toml file")
    target = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(path)), name.strip()))
    chain = (*extending, os.path.abspath(path))
    if target in chain or len(chain) > MOST_EXTENDED:
        raise BadOption(f"{where}: {name!r} leads back to itself, or through more than {MOST_EXTENDED} files")
    try:
        found = _read(target, False, files, chain)
    except BadOption as error:
        raise BadOption(f"{where}: {error}") from None
    if found is None:
        raise BadOption(f"{where}: {name!r} has no section [{_section(target)}]")
    return found


def shown_path(path: str) -> str:
    """What a message calls a file: by its name alone where it lies in the current folder."""
    return os.path.basename(path) if os.path.dirname(os.path.abspath(path)) == os.getcwd() else path


def _section(path: str) -> str:
    """The name of the section for devlint in a file, "" where all of it is for devlint."""
    if os.path.basename(path) in OWN_NAMES:
        return ""
    return "tool.devlint" if path.endswith(".toml") else "devlint"


def _toml(shown: str, text: str, section: str) -> Mapping[str, object] | None:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    if _has_long_key(text):
        raise BadOption(f"{shown}: is not TOML that can be read: a key has more than {MOST_PARTS} parts")
    try:
        here: object = tomllib.loads(text)
    except RecursionError:
        raise BadOption(f"{shown}: is not TOML that can be read: it nests too deeply") from None
    except ValueError as error:
        raise BadOption(f"{shown}: is not TOML: {_one_line(error)}") from None
    so_far: list[str] = []
    for name in filter(None, section.split(".")):
        if not isinstance(here, dict) or name not in here:
            if isinstance(here, dict) and not so_far and "devlint" in here:
                raise BadOption(f"{shown}: [devlint]: unknown section, did you mean [{section}]?")
            return None
        so_far.append(name)
        here = here[name]
        if not isinstance(here, dict):
            raise BadOption(f"{shown}: {'.'.join(so_far)}: must be a table, not {called(here)}")
    assert isinstance(here, dict), "looked at"
    return here


def _has_long_key(text: str) -> bool:
    """Whether a dotted key has so many parts that reading it would take the square of their number."""
    long = (line for line in text.split("\n") if line.count(".") > MOST_PARTS)
    return any(_LONG_KEY.search(_QUOTED.sub("q", line)) for line in long)


MOST_PARTS = 100
_QUOTED = re.compile(r""" "[^"]*"|'[^']*' """, re.VERBOSE)
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}")


def ini_section(shown: str, text: str, name: str) -> Mapping[str, str] | None:
    """The section ``name`` of the ``text`` of an ini file, None where it has none. Raises BadOption."""
    parser = configparser.RawConfigParser(default_section="")  # [DEFAULT] is a section like any other
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(text, source=shown)
    except (configparser.Error, ValueError) as error:
        raise BadOption(f"{shown}: cannot be parsed: {_one_line(error)}") from None
    if name == "devlint":
        for one in parser.sections():
            if one != name and _OURS.fullmatch(one):
                raise BadOption(f"{shown}: [{one}]: unknown section, did you mean [{name}]?")
    return dict(parser[name]) if parser.has_section(name) else None


_OURS = re.compile(r"(tool[:.])?devlint")
"""Sections that are meant for devlint, but for their name."""


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _fields(where: str, section: Mapping[str, object], *, toml: bool) -> dict[str, Any]:
    """The fields of options that the keys and values of a section mean."""
    rows = {row.key: row for row in TABLE}
    for key in section:
        if key not in rows:
            own = ", in a file of devlint's own the keys stand at the top"
            advice = own if key == "tool" else suggestion_for(key, [EXTEND, *rows])
            raise BadOption(f"{where}{plain_key(key)}: unknown key{advice}")
    fields: dict[str, Any] = {}
    for key, value in sorted(section.items(), key=lambda item: item[0] != "plugins"):  # which bring rules to be named
        row, place = rows[key], f"{where}{key}"
        if _entries(value) > MOST_ENTRIES:
            raise BadOption(f"{place}: has more than {MOST_ENTRIES:,} entries")
        fields[row.field] = row.kind.from_toml(place, value) if toml else row.kind.from_text(place, str(value))
    return fields


def _entries(value: object) -> int:
    """How many entries a value has; a text is split at commas, spaces and line ends."""
    if isinstance(value, dict):
        return max(len(value), sum(map(_entries, value.values())))
    if isinstance(value, list):
        return len(value)
    return len(re.findall(r"[,\s]+", value)) if isinstance(value, str) else 0


MOST_ENTRIES = 2000
"""The entries that one key may have: each is compiled, and matched with each file."""


def plain_key(key: str) -> str:
    """A key as messages write it."""
    return key if re.fullmatch(r"[\w-]+", key) else repr(key)


def suggestion_for(key: str, known: Collection[str]) -> str:
    """What an unknown key may have meant, or which keys there are."""
    near = nearest(key.replace("_", "-"), known)
    return f', did you mean "{near}"?' if near else f" (known: {', '.join(known)})"


def refuse_sections_of_flake8(path: str, files: FileSystem = DISK) -> None:
    """Raise BadOption for a section of ours in a file that is flake8's alone, and that we do not read."""
    try:
        text = files.load(path, LARGEST).decode("utf-8-sig")
        found = [one for one in re.findall(r"^\[([^\]\n]+)\]", text, re.MULTILINE) if _OURS.fullmatch(one)]
    except (OSError, ValueError):  # which is flake8's to tell
        return
    if found:
        advice = "write [devlint] into setup.cfg or tox.ini, or `devlint-...` keys into [flake8]"
        raise BadOption(f"{shown_path(path)}: [{found[0]}]: is not read here; {advice}")
