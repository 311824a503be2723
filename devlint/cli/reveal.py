"""``devlint reveal FILE[:LINE]`` or ``NOTEBOOK[:CELL[:LINE]]``: the devices of expressions, and reasons for silence."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from devlint.cli.arguments import add_configuration, configurations_of
from devlint.cli.messages import CLEAN, complain
from devlint.report.escape import escaped_json

if TYPE_CHECKING:
    from devlint.cli.arguments import Commands


def add(commands: Commands) -> argparse.ArgumentParser:
    """Add the command."""
    command = commands.add_parser("reveal", help="show the devices of expressions, and reasons to report nothing")
    command.add_argument("place", metavar="FILE[:[CELL:]LINE[-LINE]]", help="a file or notebook, a line, or some lines")
    command.add_argument("--output-format", choices=("text", "json"), default="text")
    add_configuration(command)
    return command


def run(namespace: argparse.Namespace) -> int:
    """Print the answer."""
    import json

    from devlint.engine.linter import NotAnalysed
    from devlint.reveal.answer import reveal
    from devlint.reveal.question import BadQuestion, question
    from devlint.source.files import Unreadable, read
    from devlint.source.syntax_error import syntax_error

    place = namespace.place
    path, text = place, ""
    try:
        path, lines = (place, None) if os.path.exists(place) else question(place)
        document = read(path)
        text = document.text
        answer = reveal(document, lines, configurations_of(namespace).of_file(path))
    except NotAnalysed as error:
        wrong = syntax_error(text)
        return complain(f"{path}: {error if wrong is None else f'syntax error: {wrong.message} (line {wrong.line})'}")
    except BadQuestion as error:
        return complain(f"{path}: {error}")
    except Unreadable as error:
        from devlint.base.suggestion import near_path

        return complain(f"{path}: {error}{near_path(path) if not os.path.lexists(path) else ''}")
    if namespace.output_format == "json":
        print(escaped_json(json.dumps(answer.json(), indent=2)))
    else:
        print("\n".join(answer.text() or ["nothing is evaluated here"]))
    return CLEAN
