"""The files that a command line means: what is searched, what is passed over, and what git ignores."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from devlint.base.errors import BadOption
from devlint.cli import main
from devlint.selection.configurations import Configurations
from devlint.selection.search import select


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(files: dict[str, str], folder: str = ".") -> None:
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def touch(*names: str) -> None:
    write(dict.fromkeys(names, ""))


def found(*paths: str) -> list[str]:
    return select(paths or ["."], Configurations()).paths


def test_links_that_lead_nowhere_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    touch("sub/a.py")
    Path("sub/.#a.py").symlink_to("someone@host.1")  # Emacs locks a file so
    assert main(["check", "sub"]) == 0
    Path("sub/b.py").symlink_to("nowhere.py")
    for arguments in (["sub"], ["sub/b.py"]):
        assert main(["check", *arguments]) == 2
        assert "devlint: error: sub/b.py: is a link that leads nowhere\n" in capsys.readouterr().err


def test_exclude_means_what_git_would_mean() -> None:
    touch("a.py", "b_pb2.py", "old/a.py", "sub/old/a.py", "docs/conf.py", "docs/deep/conf.py", "keep/old/b_pb2.py")
    touch("gen/one.py", "gen/two.py", "sub/top.py", "top.py")
    patterns = "['old/', '*_pb2.py', 'docs/*.py', 'gen/*', '!two.py', '/top.py']"
    write({"pyproject.toml": f"[tool.devlint]\nexclude = {patterns}"})
    assert found() == ["a.py", "docs/deep/conf.py", "gen/two.py", "sub/top.py"]
    assert found("docs/conf.py", "old") == ["docs/conf.py", "old/a.py"]
    assert found(str(Path("keep").absolute())) == []


def test_extend_exclude_goes_on_where_exclude_ends() -> None:
    touch("a/one.py", "b/one.py", "b/two.py", "build/one.py", ".hidden/one.py")
    write({"devlint.toml": "exclude = ['b/*', '!build']\nextend-exclude = ['a', '!b/two.py', '!.hidden']"})
    assert found() == [".hidden/one.py", "b/two.py", "build/one.py"]


def test_patterns_of_the_command_line_are_meant_from_the_current_folder(capsys: pytest.CaptureFixture[str]) -> None:
    bad = "import torch\nx = torch.ones(3, device='cuda') + torch.ones(3)\n"
    write(dict.fromkeys(("p/a.py", "p/b.py", "p/sub/c.py", "q/b.py", "q/r/a.py"), bad))
    os.chdir("p")

    def left(*arguments: str) -> set[str]:
        main(["check", "--isolated", "--output-format=concise", *arguments])
        return {line.partition(":")[0] for line in capsys.readouterr().out.splitlines()}

    assert left("--exclude=b.py", ".", "../q") == {"a.py", "sub/c.py", "../q/r/a.py"}
    assert left("--exclude=./a.py", "--extend-exclude", f"{Path.cwd()}/sub") == {"b.py"}
    assert left("--exclude=../q/*.py", ".", "../q") == {"a.py", "b.py", "sub/c.py", "../q/r/a.py"}
    assert left("--exclude=p,q", ".", "../q") == {"a.py", "b.py", "sub/c.py", "../q/r/a.py", "../q/b.py"}


def test_force_exclude_counts_for_what_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    touch("old/a.py", "old/deep/b.py", "c.py", "build/d.py", "ign/f.py", "venv/lib/e.py")
    touch("venv/pyvenv.cfg", ".git/HEAD")
    write({"pyproject.toml": "[tool.devlint]\nexclude = ['old']\nforce-exclude = true", ".gitignore": "ign"})
    named = ["old/a.py", "old/deep", "c.py", "build/d.py", "venv/lib/e.py", "ign/f.py", "ign"]
    assert found(*named, "-") == ["-", "c.py"]
    assert select(named, Configurations()).passed_over == [one for one in named if one != "c.py"]
    Path("pyproject.toml").unlink()
    assert found(*named) == sorted(["old/a.py", "old/deep/b.py", *named[2:6]])
    assert main(["check", "--force-exclude", "--no-gitignore", "ign/f.py"]) == 0
    assert capsys.readouterr().out == "no findings in 1 file\n"


def test_standard_input_that_is_excluded_by_force(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    import sys

    for arguments, out in ([], b""), (["--fix"], b"x = (\n"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = (\n")))
        name = ["--stdin-display-name=old/a.py", "--exclude=old", "--force-exclude", "--output-format=concise"]
        assert main(["check", *name, *arguments, "-"]) == 0
        assert capfdbinary.readouterr() == (out, b"")


def test_the_nearest_configuration_counts_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    bad = "import torch\nx = torch.ones(3, device='cuda') + torch.ones(3)\n"
    write(dict.fromkeys(("a.py", "one/b.py", "one/skip/c.py", "two/deep/d.py", "two/e.py", "three/f.py"), bad))
    write(
        {
            "pyproject.toml": "[tool.devlint]\nexclude = ['three']\noutput-format = 'concise'\n",
            "one/devlint.toml": "exclude = ['skip']\noutput-format = 'json'\n",
            "two/setup.cfg": "[devlint]\nignore = DEV101\n",
            "two/deep/pyproject.toml": "[project]\nname = 'no-section-of-ours'\n",
        }
    )

    def said(*arguments: str) -> list[str]:
        main(["check", *arguments])
        out, err = capsys.readouterr()
        assert err == ""
        return [line.partition(":")[0] for line in out.splitlines()]

    assert said() == ["a.py", "one/b.py"]
    assert said("one/skip/c.py", "two/e.py", "three") == ["one/skip/c.py", "three/f.py"]
    assert said("--ignore=DEV2") == ["a.py", "one/b.py", "two/deep/d.py", "two/e.py"]
    assert said("--isolated", "--output-format=concise", "two") == ["two/deep/d.py", "two/e.py"]
    assert said("--config=two/setup.cfg", "--output-format=concise", "one") == []
    os.chdir("two")
    assert said("--output-format=concise", "..") == ["../a.py", "../one/b.py"]
    os.chdir("../one")
    assert said("--output-format=concise", "../a.py", "../two/e.py") == ["../a.py"]


def test_a_nested_configuration_that_is_wrong_ends_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    touch("a.py", "b/c/d.py")
    write({"b/c/devlint.toml": "selct = 1\n"})
    assert main(["check"]) == 2
    out, err = capsys.readouterr()
    assert (out, "devlint.toml: selct: unknown key" in err) == ("", True)
    assert main(["check", "--isolated"]) == 0


def test_a_folder_that_cannot_be_searched_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    touch("a/b.py", "c.py")
    real = os.scandir

    def refuse(path: str) -> object:
        if os.path.basename(path) == "a":
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert main(["check"]) == 2
    assert capsys.readouterr().err == "devlint: error: ./a: cannot be searched: Permission denied\n"


# What git ignores


def git(*arguments: str) -> str:
    alone = {"GIT_CONFIG_GLOBAL": "nowhere", "GIT_CONFIG_NOSYSTEM": "1", "XDG_CONFIG_HOME": "nowhere"}
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, env={**os.environ, **alone})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ignore_files_count_inside_of_a_repository_only() -> None:
    touch("a.py", "b.py", "sub/a.py", "inner/a.py", "inner/b.py", "inner/sub/c.py")
    write({".gitignore": "b.py\nsub/\n", "sub/.gitignore": "!a.py\n", "inner/.gitignore": "c.py"})
    everything = ["a.py", "b.py", "inner/a.py", "inner/b.py", "inner/sub/c.py", "sub/a.py"]
    assert found() == everything
    write({"inner/.git": "gitdir: elsewhere\n"})
    assert found() == [one for one in everything if one != "inner/sub/c.py"]
    write({".git/info/exclude": "a.py\n"})
    assert found() == ["inner/a.py", "inner/b.py"]
    assert found("sub") == ["sub/a.py"]  # named, and its own file says so
    assert select(["."], Configurations(over=lambda options: options.__class__(no_gitignore=True))).paths == everything


def test_what_git_tracks_is_not_ignored() -> None:
    touch("models/net.py", "models/deep/a.py", "models/deep/b.py", "models/new.py", "old/a.py", "made.py", "src/a.py")
    touch("models-1/a.py", "old.py")  # beside the names of ignored folders
    git("init", "-q", ".")
    git("add", "models-1", "old.py")
    git("add", "models/net.py", "models/deep/a.py", "src", "made.py")
    write({".gitignore": "models/\nold/\nmade.py\n"})
    tracked = git("ls-files", "--cached", "*.py").split()
    assert found() == sorted(tracked) and len(tracked) == 6 and "models/deep/a.py" in tracked
    assert found("models") == ["models/deep/a.py", "models/deep/b.py", "models/net.py", "models/new.py"]  # named
    assert found(".", "models/new.py") == sorted([*tracked, "models/new.py"])
    forced = Configurations(over=lambda options: options.__class__(force_exclude=True))
    assert select(["models/deep/b.py", "models/deep/a.py"], forced).paths == ["models/deep/a.py"]
    Path(".git/index").write_bytes(b"damaged")
    assert found() == ["models-1/a.py", "old.py", "src/a.py"]


def test_lines_that_mean_nothing_to_git_mean_nothing() -> None:
    write({"a.py": "", "b.py": "", ".gitignore": "!\n/\na.py\nb.py\\\n"})
    git("init", "-q", ".")
    assert git("ls-files", "--others", "--exclude-standard", "*.py").split() == found() == ["b.py"]


@pytest.mark.parametrize("line", ["*a*a*a*a*a*b", "a/**/b/**/c/**/d/**/e/**"])
def test_an_ignore_file_that_cannot_be_matched_ends_the_run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    touch("a.py", ".git/HEAD")
    Path("sub").mkdir()
    Path("sub/.gitignore").write_text(f"# more\n{line}\n")
    assert main(["check"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"/sub/.gitignore:2: {line!r} " in err and err.endswith("; see --no-gitignore\n")
    assert main(["check", "--no-gitignore"]) == 0


def test_an_ignore_file_of_many_lines_ends_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    touch("a.py", ".git/HEAD")
    Path(".gitignore").write_text("b*\n" * 5001)
    assert main(["check"]) == 2
    assert capsys.readouterr().err.endswith("/.gitignore: has more than 5,000 lines; see --no-gitignore\n")
    assert main(["check", "--no-gitignore"]) == 0


def test_an_ignore_file_that_cannot_be_read_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("a.py", ".git/HEAD", ".gitignore")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(BadOption, match=r"/.gitignore: cannot be read: Permission denied; see --no-gitignore"):
        found()


NAMES = ("a", "b", "ab", "c.py", "d.py", "e x.py", "#f.py", "!g.py", "é.py")
FILES = ("c.py", "a/c.py", "a/d.py", "a/b/c.py", "b/a/d.py", "ab/e x.py", "ab/a/é.py", "a/#f.py", "!g.py", "b/ab/c.py")
PIECES = st.sampled_from(
    [*NAMES, "*", "**", "?", "/", "/", "*.py", "[a-c]", "\\#", "\\!", "!", "#", "é"]
)
LINES = st.lists(PIECES, min_size=1, max_size=5).map("".join).filter(
    lambda line: not line.endswith("\\") and line.strip("!/") and "***" not in line
)


FOLDERS = st.sampled_from(["", "a", "b", "a/b", "ab"])


@given(st.dictionaries(FOLDERS, st.lists(LINES, min_size=1, max_size=4), max_size=3))
@settings(derandomize=True, max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_git_agrees(ignores: dict[str, list[str]]) -> None:
    if not Path(".git").exists():
        touch(*FILES)
        git("init", "-q", ".")
    for path in Path().rglob(".gitignore"):
        path.unlink()
    for folder, lines in ignores.items():
        Path(folder, ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")
    listed = git("ls-files", "-z", "--others", "--exclude-standard", "*.py").split("\0")
    assert found() == sorted(filter(None, listed))
