"""Mutated messages to the language server, none of which may end it or cost an open file its diagnostics.

    asked(1, 2000)          a line for each thing that went wrong, and what came of the messages

The server is started as an editor starts it. Between mutated messages, a file that is open is changed, and has to be
shown the diagnostics of its new version. Frames are whole: what is mutated is the JSON in them.
"""

from __future__ import annotations

import contextlib
import json
import queue
import random
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import IO, Any

from tests.fuzz.inputs import BUGGY
from tests.fuzz.shapes import REPLACEMENTS, places, replaced

PATIENCE = 60.0
"""Seconds of wall time in which a changed file has to be shown its diagnostics."""
EVERY = 40
"""Mutated messages between two changes of the file that is watched."""
LONG = 1000
"""Characters of a long text: pygls takes seconds to refuse one of 70,000 in the place of a list."""


class Server:
    """A server in a process of its own, and what it has sent."""

    def __init__(self, folder: Path) -> None:
        self._err = (folder / "stderr").open("w+b")
        command = [sys.executable, "-m", "devlint", "server"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._err)
        assert self.process.stdin is not None and self.process.stdout is not None, "both are pipes"
        self._to, self._from = self.process.stdin, self.process.stdout
        self.sent: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=_hear, args=(self._from, self.sent), daemon=True).start()

    def send(self, message: Any) -> None:
        """Send a message, whatever it is. Raises OSError where the server is gone."""
        raw = json.dumps(message).encode()
        self._to.write(f"Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
        self._to.flush()

    def until(self, method: str, version: int) -> list[Any]:
        """The diagnostics of a version. Raises queue.Empty where they do not come."""
        while True:
            message = self.sent.get(timeout=PATIENCE)
            params = message.get("params")
            if message.get("method") == method and isinstance(params, dict) and params.get("version") == version:
                listed: list[Any] = params["diagnostics"]
                return listed

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request. Raises queue.Empty where it does not come."""
        while True:
            message = self.sent.get(timeout=PATIENCE)
            if message.get("id") == number and "method" not in message:
                return message

    def end(self) -> tuple[int, str]:
        """Have it shut down; its exit code, and what it said on standard error."""
        with contextlib.suppress(OSError):
            self.send({"jsonrpc": "2.0", "id": -1, "method": "shutdown"})
            self.send({"jsonrpc": "2.0", "method": "exit"})
            self._to.close()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._err.seek(0)
        return code, self._err.read().decode("utf-8", "replace")


def _hear(stream: IO[bytes], sent: queue.Queue[dict[str, Any]]) -> None:
    """Take what the server sends until it ends."""
    while header := stream.readline():
        if header.lower().startswith(b"content-length:"):
            size = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            sent.put(json.loads(stream.read(size)))


def messages(uri: str) -> list[dict[str, Any]]:
    """One message of each kind that the server understands, and some that it does not."""
    text = {"uri": uri, "languageId": "python", "version": 1, "text": BUGGY}
    here = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 5}}
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 3}}
    book = uri.replace("other.py", "n.ipynb")
    cell = {"kind": 2, "document": f"{book}#a"}
    notebook = {"uri": book, "notebookType": "jupyter-notebook", "version": 1, "cells": [cell]}
    empty = {"text": ""}
    change = {"range": span, "text": "z = 1\n"}
    params: dict[str, Any] = {
        "textDocument/didOpen": {"textDocument": text},
        "textDocument/didChange": {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change, empty]},
        "textDocument/didSave": {"textDocument": {"uri": uri}},
        "textDocument/didClose": {"textDocument": {"uri": uri}},
        "textDocument/hover": here,
        "devlint/lanes": here,
        "textDocument/inlayHint": {"textDocument": {"uri": uri}, "range": span},
        "textDocument/codeAction": {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}},
        "textDocument/completion": here,
        "workspace/didChangeConfiguration": {"settings": {"devlint": {"level": "hint", "ignore": ["DEV7"]}}},
        "workspace/didChangeWatchedFiles": {"changes": [{"uri": uri, "type": 2}]},
        "workspace/executeCommand": {"command": "devlint.explain", "arguments": ["DEV101"]},
        "notebookDocument/didOpen": {
            "notebookDocument": notebook, "cellTextDocuments": [{**text, "uri": f"{book}#a"}],
        },
        "notebookDocument/didChange": {
            "notebookDocument": {"uri": book, "version": 2},
            "change": {"cells": {"structure": {"array": {"start": 0, "deleteCount": 1, "cells": []}}}},
        },
        "notebookDocument/didClose": {"notebookDocument": {"uri": book}, "cellTextDocuments": [{"uri": f"{book}#a"}]},
        "$/cancelRequest": {"id": 3},
        "unknown/method": {"x": 1},
    }  # fmt: skip
    return [{"jsonrpc": "2.0", "method": method, "params": value} for method, value in params.items()]


def mutated(seed: int, number: int, known: list[dict[str, Any]]) -> Any:
    """Message ``number`` of ``seed``: one of ``known``, mostly with a value of another shape, as request or not."""
    chance = random.Random(f"{seed}:message:{number}")
    message: Any = chance.choice(known)
    if chance.random() < 0.5:
        message = {**message, "id": number}
    if chance.random() < 0.85:
        inner = [path for path in places(message) if len(path) > 1 or chance.random() < 0.1]
        new = chance.choice(REPLACEMENTS)
        message = replaced(message, chance.choice(inner), new[:LONG] if isinstance(new, str) else new)
    return message


def asked(seed: int, number: int) -> tuple[list[str], Counter[str]]:
    """Send ``number`` messages; a line for each failure, and the counts of what was sent, shown and answered."""
    failed: list[str] = []
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        (folder / "pyproject.toml").touch()
        watched, known = (folder / "watched.py").as_uri(), messages((folder / "other.py").as_uri())
        server = Server(folder)
        start: dict[str, Any] = {"capabilities": {}, "processId": None, "rootUri": folder.as_uri()}
        options = {"initializationOptions": {"debounce": 0}}
        server.send({"jsonrpc": "2.0", "id": -2, "method": "initialize", "params": {**start, **options}})
        server.answer(-2)
        server.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
        opened = {"uri": watched, "languageId": "python", "version": 0, "text": "x = 1\n"}
        server.send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": opened}})
        version = 0
        try:
            for one in range(number):
                server.send(mutated(seed, one, known))
                counts["sent"] += 1
                if one % EVERY and one + 1 < number:
                    continue
                version += 1
                text = BUGGY + "#\n" * (version % 7)
                reset: dict[str, Any] = {"settings": {"devlint": {}}}
                server.send({"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": reset})
                changed = {"textDocument": {"uri": watched, "version": version}, "contentChanges": [{"text": text}]}
                server.send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": changed})
                shown = server.until("textDocument/publishDiagnostics", version)
                counts["shown"] += 1
                if [finding["code"] for finding in shown] != ["DEV101"]:
                    failed.append(f"before message {one + 1}: the file is shown {shown}"[:300])
        except (OSError, queue.Empty) as error:
            failed.append(f"after message {counts['sent'] - 1}: {type(error).__name__}, no diagnostics of the file")
        code, said = server.end()
        counts["lines on standard error"] = said.count("\n")
        if code:
            failed.append(f"the server ended with {code}")
        if "Traceback" in said:
            failed.append(f"the server said: {said[-2000:]}")
    return failed, counts
