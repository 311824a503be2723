"""A repository names programs in many ways, and devlint starts none of them.

Each trap leaves a file if it is sprung. That it works is shown by git itself, which springs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from devlint.cli import main
from tests.harness.git_repositories import ALONE, WHO, git
from tests.project.test_project import net

BAD = net("", "torch.ones(3)")


@dataclass(frozen=True)
class Trap:
    """What git runs ``{}`` for, with the command ``springs``.

    ``config`` are keys of the configuration, ``files`` lie below ``.git`` and may be run, ``attributes`` are those of
    ``*.py``, ``environment`` the caller's. A pager is only started for what looks like a terminal.
    """

    name: str
    springs: tuple[str, ...]
    config: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    attributes: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    needs_terminal: bool = False


DIFF, STATUS = ("diff", "HEAD"), ("status",)
CHECKOUT = ("checkout", "-f", "HEAD", "--", "new.py")
BORROWED = {"objects/info/alternates": "{objects}\n"}
MORE = "[core]\nfsmonitor = {file}\n"
SSH = ("fetch", "ssh://h.invalid/x")
PROMISOR = {
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "o",
    "remote.o.promisor": "true",
    "remote.o.url": ".",
    "remote.o.uploadpack": "{}; false",
}
TRAPS = (
    Trap("filter-clean", DIFF, {"filter.e.clean": "{}; cat"}, attributes="filter=e"),
    Trap("filter-smudge", CHECKOUT, {"filter.e.smudge": "{}; cat"}, attributes="filter=e"),
    Trap("filter-process", DIFF, {"filter.e.process": "{}"}, attributes="filter=e"),
    Trap("textconv", DIFF, {"diff.e.textconv": "{}; cat"}, attributes="diff=e"),
    Trap("diff-command", DIFF, {"diff.e.command": "{}"}, attributes="diff=e"),
    Trap("diff-external", DIFF, {"diff.external": "{}"}),
    Trap("merge-driver", ("merge", "side", "-m", "m"), {"merge.e.driver": "{}"}, attributes="merge=e"),
    Trap("hook", STATUS, files={"hooks/post-index-change": "#!/bin/sh\n{}\n"}),
    Trap("hooks-path", STATUS, {"core.hooksPath": ".git/other"}, {"other/post-index-change": "#!/bin/sh\n{}\n"}),
    Trap("fsmonitor", STATUS, {"core.fsmonitor": "{}; false"}),
    Trap("pager", ("log",), {"core.pager": "{}"}, needs_terminal=True),
    Trap("pager-of-command", DIFF, {"pager.diff": "{}"}, needs_terminal=True),
    Trap("editor", ("commit", "--allow-empty"), {"core.editor": "{}; false"}),
    Trap("credential", ("credential", "fill"), {"credential.helper": "!{}"}),
    Trap("askpass", ("credential", "fill"), {"core.askPass": "{file}"}),
    Trap("ssh-command", SSH, {"core.sshCommand": "{}; false"}),
    Trap("git-proxy", ("fetch", "git://h.invalid/x"), {"core.gitProxy": "{file}"}),
    Trap("alternate-refs", ("receive-pack", "."), {"core.alternateRefsCommand": "{}; true"}, BORROWED),
    Trap("upload-pack", ("fetch", "o"), {"remote.o.url": ".", "remote.o.uploadpack": "{}; false"}),
    Trap("promisor", ("cat-file", "-p", "HEAD:gone.py"), PROMISOR),
    Trap("remote-helper", ("fetch", "o"), {"remote.o.url": "ext::sh -c {file}", "protocol.ext.allow": "always"}),
    Trap("alias", ("evil",), {"alias.evil": "!{}"}),
    Trap("gpg", ("verify-commit", "signed"), {"gpg.program": "{file}"}),
    Trap("include", STATUS, {"include.path": "more"}, {"more": MORE}),
    Trap("include-if", STATUS, {"includeIf.gitdir:/**.path": "more"}, {"more": MORE}),
    Trap("of-work-tree", STATUS, {"extensions.worktreeConfig": "true"}, {"config.worktree": MORE}),
    Trap("GIT_EXTERNAL_DIFF", DIFF, environment={"GIT_EXTERNAL_DIFF": "{file}"}),
    Trap("GIT_PAGER", ("log",), environment={"GIT_PAGER": "{}"}, needs_terminal=True),
    Trap("GIT_EDITOR", ("commit", "--allow-empty"), environment={"GIT_EDITOR": "{}; false"}),
    Trap("GIT_SSH_COMMAND", SSH, environment={"GIT_SSH_COMMAND": "{}; false"}),
    Trap("GIT_SSH", SSH, environment={"GIT_SSH": "{file}"}),
    Trap("GIT_PROXY_COMMAND", ("fetch", "git://h.invalid/x"), environment={"GIT_PROXY_COMMAND": "{file}"}),
    Trap("GIT_ASKPASS", ("credential", "fill"), environment={"GIT_ASKPASS": "{file}"}),
    Trap("GIT_CONFIG_COUNT", STATUS, environment={
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": "{}; false",
    }),
    Trap("GIT_CONFIG_PARAMETERS", STATUS, environment={"GIT_CONFIG_PARAMETERS": "'core.fsmonitor'='{}'"}),
    Trap("GIT_CONFIG_GLOBAL", STATUS, files={"more": MORE}, environment={
        "GIT_CONFIG_GLOBAL": ".git/more",
    }),
    Trap("GIT_DIR", STATUS, {"core.fsmonitor": "{}; false"}, environment={"GIT_DIR": ".git", "GIT_WORK_TREE": "."}),
    Trap("GIT_TRACE", STATUS, environment={"GIT_TRACE": "{mark}"}),
    Trap("GIT_EXEC_PATH", ("evil",), files={"git-evil": "#!/bin/sh\n{}\n"}, environment={"GIT_EXEC_PATH": "{git}"}),
)  # fmt: skip


@dataclass(frozen=True)
class Ground:
    """A repository with two commits, a changed file and one with another time; ``other`` is one like it."""

    folder: Path
    mark: Path
    other: Path

    def lay(self, trap: Trap) -> dict[str, str]:
        """Lay a trap; what is given is its environment."""
        spring = f"touch {self.mark}"
        script = self.folder.parent / "script"
        script.write_text(f"#!/bin/sh\n{spring}\n")
        script.chmod(0o755)
        words = {
            "file": str(script), "mark": str(self.mark),
            "git": str(self.folder / ".git"), "objects": str(self.other / ".git/objects"),
        }  # fmt: skip

        def filled(text: str) -> str:
            return text.replace("{}", spring).format(**words)

        for name, text in trap.files.items():
            path = self.folder / ".git" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(filled(text))
            path.chmod(0o755)
        for key, value in trap.config.items():
            git("config", key, filled(value), folder=self.folder)
        if trap.attributes:
            (self.folder / ".git/info/attributes").write_text(f"*.py {trap.attributes}\n")
        return {key: filled(value) for key, value in trap.environment.items()}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain") / "work"
    folder.mkdir()
    git("init", "-q", folder=folder)
    for name in ("net.py", "new.py", "gone.py"):
        (folder / name).write_text(f"# {name}\n" * 20)
    git("add", ".", folder=folder)
    git("commit", "-qm", "one", folder=folder)
    git("checkout", "-q", "-b", "side", folder=folder)
    (folder / "net.py").write_text("# side\n" * 20)
    signed = git("cat-file", "commit", "HEAD", folder=folder).replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n\n", 1
    )
    git("commit", "-qam", "side", folder=folder)
    (folder.parent / "signed").write_text(f"{signed}\n")
    git("checkout", "-q", "main", folder=folder)
    (folder / "net.py").write_text("# main\n" * 20)
    git("commit", "-qam", "two", folder=folder)
    made = git("hash-object", "-t", "commit", "-w", str(folder.parent / "signed"), folder=folder)
    git("update-ref", "refs/heads/signed", made, folder=folder)
    return folder


@pytest.fixture
def ground(plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    folder = tmp_path / "work"
    shutil.copytree(plain, folder)
    monkeypatch.chdir(folder)
    return Ground(folder, tmp_path / "SPRUNG", plain)


def change(folder: Path) -> None:
    (folder / "net.py").write_text(BAD)
    (folder / "new.py").touch()
    os.utime(folder / "new.py", (10**9, 10**9))


def lose(folder: Path) -> None:
    """Remove the object that only the check of one file needs."""
    blob = git("rev-parse", "HEAD:gone.py", folder=folder)
    (folder / ".git/objects" / blob[:2] / blob[2:]).unlink(missing_ok=True)


def spring(trap: Trap, environment: dict[str, str]) -> None:
    """Have git do it."""
    terminal, there = os.openpty()
    try:
        subprocess.run(
            ["git", *WHO, *trap.springs], input=b"protocol=https\nhost=h.invalid\n\n", check=False, timeout=20,
            stdout=there if trap.needs_terminal else subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **ALONE, "GIT_TERMINAL_PROMPT": "0", **environment},
        )  # fmt: skip
    finally:
        os.close(there)
        os.close(terminal)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_no_trap_is_sprung(
    trap: Trap, ground: Ground, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if trap.name != "merge-driver":
        change(ground.folder)
    if trap.name == "promisor":
        lose(ground.folder)
    environment = ground.lay(trap)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    assert main(["check", "--isolated", "--diff-base=HEAD~1"]) == ("merge" not in trap.name)
    main(["check", "--isolated", "--rev=HEAD"])
    main(["check"])
    assert "Traceback" not in capsys.readouterr().err
    assert not ground.mark.exists()
    assert not list(ground.folder.rglob("*.lock"))
    spring(trap, environment)
    assert ground.mark.exists(), "it is no trap"


WATCHED = """
import sys
def watch(event, arguments):
    if event in {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "pty.spawn"}:
        print("STARTED", event, arguments, flush=True)
    if event in {"socket.connect", "socket.getaddrinfo"}:
        print("CONNECTED", event, arguments, flush=True)
sys.addaudithook(watch)
from devlint.cli import main
for arguments in sys.argv[1:]:
    print(main(arguments.split()))
"""


def test_no_process_is_started_at_all(ground: Ground) -> None:
    """Of a process that is watched, with all traps laid at once."""
    change(ground.folder)
    environment: dict[str, str] = {}
    for trap in TRAPS:
        if not {"include", "GIT_CONFIG_GLOBAL"} & {trap.name}:
            environment |= ground.lay(trap)
    lose(ground.folder)
    runs = (
        "check --isolated --diff-base=HEAD~1",
        "check --isolated --rev=HEAD",
        "check --isolated --diff-base=side .",
        "check -j1",
    )
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *runs], cwd=ground.folder, capture_output=True, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert "DEV102" in done.stdout, done.stderr
    assert "STARTED" not in done.stdout and "CONNECTED" not in done.stdout
    assert "Traceback" not in done.stderr
    assert not ground.mark.exists()
    seen = subprocess.run(
        [sys.executable, "-c", WATCHED.partition("from devlint")[0] + "import os; os.system('true')"],
        capture_output=True,
        text=True,
    )
    assert "STARTED" in seen.stdout, "it is no watch"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_repository_of_another_user_is_read(ground: Ground, capsys: pytest.CaptureFixture[str]) -> None:
    """git refuses it (``safe.directory``), because it would run what the repository names."""
    change(ground.folder)
    for path in (ground.folder, ground.folder / ".git"):
        os.chown(path, 12345, 12345)
    assert git("status", folder=ground.folder, fails=True) == ""
    assert main(["check", "--isolated", "--diff-base=HEAD~1"]) == 1
    assert "DEV102" in capsys.readouterr().out
