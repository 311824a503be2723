"""What is read of a repository is what git says of it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from devlint.git.errors import GitError
from devlint.git.line_changes import changed_lines
from devlint.git.renames import renames
from devlint.git.repository import Repository
from devlint.git.trees import files
from tests.harness.git_repositories import git

REVISIONS = (
    "HEAD", "@", "main", "side", "heads/side", "refs/heads/side", "light", "whole", "tags/whole", "deep/er", "HEAD~2",
    "HEAD^", "whole-too", "HEAD~1^2", "HEAD^^2~1", "main~1^2", "whole^{}", "whole^{commit}", "whole~1", "origin/main",
    "origin", "HEAD^0", "@~", "ORIG_HEAD", "side^^",
)  # fmt: skip
LINES = [f"line {number}\n" for number in range(400)]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Merges, tags, remote branches, links, and a file that grows, so that packs have differences of it."""
    folder = tmp_path_factory.mktemp("history") / "work"
    folder.mkdir()
    (folder / "sub dir").mkdir()
    (folder / "link").symlink_to("a.py")

    def commit(name: str, text: str, day: int) -> None:
        (folder / name).write_text(text)
        git("add", "-A", folder=folder)
        date = f"2024-01-{day:02} 00:00:00 +0000"
        git("commit", "-qm", f"day {day}", folder=folder, GIT_COMMITTER_DATE=date, GIT_AUTHOR_DATE=date)

    git("init", "-q", folder=folder)
    text = "".join(LINES)
    commit("a.py", text, 1)
    git("branch", "side", folder=folder)
    git("branch", "deep/er", folder=folder)
    for day in range(2, 6):
        text += f"added on day {day}\n"
        commit("a.py", text, day)
    git("checkout", "-q", "side", folder=folder)
    for day in range(3, 8):
        commit("sub dir/é.py", "x = 1\n" * day, day)
    git("checkout", "-q", "main", folder=folder)
    git("merge", "-q", "--no-ff", "side", "-m", "together", folder=folder)
    git("tag", "light", "HEAD~1", folder=folder)
    git("tag", "-a", "whole", "-m", "a tag", folder=folder)
    git("tag", "-a", "whole-too", "whole", "-m", "a tag of a tag", folder=folder)
    git("branch", "-D", "deep/er", folder=folder)
    git("branch", "deep/er", "HEAD~2", folder=folder)
    git("update-ref", "refs/remotes/origin/main", "side", folder=folder)
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main", folder=folder)
    git("update-ref", "ORIG_HEAD", "side~1", folder=folder)
    commit("a.py", text.replace("line 7\n", "line seven\n"), 9)
    return folder


def loose(folder: Path) -> Path:
    return folder


def packed(folder: Path) -> Path:
    git("gc", "-q", "--aggressive", "--prune=now", folder=folder)
    assert not list((folder / ".git/refs/heads").rglob("*main")), "references are packed, too"
    return folder


def packed_by_name(folder: Path) -> Path:
    """A pack whose differences name what they are of, and an index of version 1."""
    git("-c", "repack.useDeltaBaseOffset=false", "-c", "pack.indexVersion=1", "repack", "-adfq", folder=folder)
    (index,) = folder.glob(".git/objects/pack/*.idx")
    assert index.read_bytes()[:4] != b"\377tOc"
    return folder


def of_many_packs(folder: Path) -> Path:
    git("repack", "-q", "-d", folder=folder)
    git("commit", "-q", "--allow-empty", "-m", "more", folder=folder)
    git("repack", "-q", "-d", folder=folder)
    git("multi-pack-index", "write", folder=folder)
    git("reset", "-q", "--soft", "HEAD~1", folder=folder)
    git("update-ref", "ORIG_HEAD", "side~1", folder=folder)
    return folder


def work_tree(folder: Path) -> Path:
    git("worktree", "add", "-q", "--detach", "../tree", "main", folder=folder)
    git("update-ref", "ORIG_HEAD", "side~1", folder=folder.parent / "tree")
    return folder.parent / "tree"


def borrowing(folder: Path) -> Path:
    """A clone that has the objects of another repository, by way of a second one."""
    for name, other in (("second", folder.name), ("third", "second")):
        git("clone", "-q", "--shared", other, name, folder=folder.parent)
        git("fetch", "-q", "origin", "+refs/*:refs/*", "--update-head-ok", folder=folder.parent / name)
    git("update-ref", "ORIG_HEAD", "side~1", folder=folder.parent / "third")
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main", folder=folder.parent / "third")
    assert not list((folder.parent / "third/.git/objects").glob("??")), "all objects are the other's"
    return folder.parent / "third"


def submodule(folder: Path) -> Path:
    outer = folder.parent / "outer"
    git("init", "-q", "outer", folder=folder.parent)
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../work", "sub", folder=outer)
    git("fetch", "-q", "origin", "+refs/*:refs/*", "--update-head-ok", folder=outer / "sub")
    git("update-ref", "ORIG_HEAD", "side~1", folder=outer / "sub")
    assert (outer / "sub/.git").is_file()
    return outer / "sub"


def of_long_names(folder: Path) -> Path:
    git("init", "-q", "--object-format=sha256", "long", folder=folder.parent)
    long = folder.parent / "long"
    with (folder.parent / "stream").open("w+b") as stream:
        names = ("main", "side", "deep/er", "light", "whole", "refs/remotes/origin/main")
        subprocess.run(["git", "fast-export", *names], cwd=folder, stdout=stream, check=True)
        stream.seek(0)
        subprocess.run(["git", "fast-import", "--quiet"], cwd=long, stdin=stream, check=True)
    git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main", folder=long)
    git("symbolic-ref", "HEAD", "refs/heads/main", folder=long)
    git("tag", "-a", "whole-too", "whole", "-m", "a tag of a tag", folder=long)
    git("reset", "-q", "--hard", folder=long)
    git("update-ref", "ORIG_HEAD", "side~1", folder=long)
    return long


KINDS = (loose, packed, packed_by_name, of_many_packs, work_tree, borrowing, submodule, of_long_names)


@pytest.fixture(params=KINDS, ids=lambda make: make.__name__)
def made(request: pytest.FixtureRequest, history: Path, tmp_path: Path) -> Path:
    """The history in each way in which git keeps one."""
    shutil.copytree(history, tmp_path / "work", symlinks=True)
    make: Callable[[Path], Path] = request.param
    return make(tmp_path / "work")


def test_a_repository_in_each_form(made: Path) -> None:
    repository = Repository.of(str(made / "sub dir"))
    assert repository.top == os.path.realpath(made)
    for revision in REVISIONS:
        assert repository.commit(revision) == git("rev-parse", f"{revision}^{{commit}}", folder=made), revision
    for revision in (
        "nowhere",
        "HEAD^3",
        "HEAD~99",
        "light~99",
        "0" * 40,
        "abcdef",
        "-x",
        "../HEAD",
        "a..b",
        "HEAD.lock",
        "",
    ):
        with pytest.raises(GitError):
            repository.commit(revision)
    commits = git("rev-list", "--all", folder=made).split()
    for one in commits:
        assert repository.commit(one[:9]) == one
        assert repository.commit(f"v1.0-3-g{one[:9]}") == one
        for other in commits:
            assert repository.merge_base(one, other) == git("merge-base", one, other, folder=made)
        listed = git("ls-tree", "-rz", "--full-tree", one, folder=made).split("\0")
        expected = {line.partition("\t")[2]: line.split()[2] for line in listed if line}
        found = files(repository.objects, repository.tree(one))
        assert {name: entry.name for name, entry in found.items()} == expected
        for entry in found.values():
            raw = repository.objects.read(entry.name, "blob")
            assert len(raw) == int(git("cat-file", "-s", entry.name, folder=made))


def test_the_beginning_of_a_name(history: Path) -> None:
    repository = Repository.of(str(history))
    names = {name[:4] for name in git("rev-list", "--all", folder=history).split()}
    for start in names:
        try:
            found = repository.commit(start)
        except GitError:
            found = ""
        assert found == git("rev-parse", "--verify", "-q", f"{start}^{{commit}}", folder=history, fails=True)


def test_several_common_ancestors(tmp_path: Path) -> None:
    """Two branches that were merged into each other, and clocks that go wrong."""
    git("init", "-q", folder=tmp_path)
    random.seed(4)
    commits: list[str] = []
    tree = git("write-tree", folder=tmp_path)
    for number in range(40):
        parents = random.sample(commits[-6:], min(len(commits), random.choice((1, 1, 2, 2, 3))))
        date = f"2024-01-{random.randint(1, 28):02} 00:00:00 +0000"
        named = [word for parent in parents for word in ("-p", parent)]
        made = git("commit-tree", tree, *named, "-m", str(number), folder=tmp_path, GIT_COMMITTER_DATE=date)
        commits.append(made)
    git("update-ref", "refs/heads/main", commits[-1], folder=tmp_path)
    repository = Repository.of(str(tmp_path))
    several = 0
    for one in commits[::3]:
        for other in commits[::2]:
            best = git("merge-base", "--all", one, other, folder=tmp_path).split()
            several += len(best) > 1
            assert repository.merge_base(one, other) in best
            if len(best) == 1:
                assert repository.merge_base(one, other) == best[0]
    assert several > 5


def test_a_shallow_clone_says_so(history: Path, tmp_path: Path) -> None:
    git("clone", "-q", "--depth=2", history.as_uri(), "clone", folder=tmp_path)
    repository = Repository.of(str(tmp_path / "clone"))
    assert repository.commit("HEAD~1") == git("rev-parse", "HEAD~1", folder=tmp_path / "clone")
    with pytest.raises(GitError, match="--unshallow"):
        repository.commit("HEAD~2~1")


def test_what_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="lies in no git repository"):
        Repository.of("/")
    (tmp_path / ".git").write_text("gitdir: nowhere\n")
    with pytest.raises(GitError, match="leads to no git repository"):
        Repository.of(str(tmp_path))
    (tmp_path / "inner/.git").mkdir(parents=True)
    with pytest.raises(GitError, match="leads to no git repository"):
        Repository.of(str(tmp_path / "inner"))


def texts_of(seed: int) -> tuple[str, str]:
    """A text, and one made of it by inserting, removing and changing lines, some of which occur many times."""
    chosen = random.Random(seed)
    pool = ["\n", "    return x\n", "    x = 1\n", "\n", "def f(x):\n", *(f"    y{n} = {n}\n" for n in range(30))]
    lines = [chosen.choice(pool) for _ in range(chosen.randint(0, 60))]
    after = lines[:]
    for _ in range(chosen.randint(0, 6)):
        at = chosen.randint(0, len(after))
        after[at : at + chosen.choice((0, 0, 1, 3))] = [chosen.choice(pool) for _ in range(chosen.choice((0, 1, 4)))]
    return "".join(lines), "".join(after)


def lines_of(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def test_changed_lines_are_as_few_as_with_git(tmp_path: Path) -> None:
    """The unchanged lines are common to both texts in order, and no more are new than git finds."""
    same = total = 0
    for seed in range(120):
        before, after = texts_of(seed)
        (tmp_path / "before").write_text(before)
        (tmp_path / "after").write_text(after)
        patch = git("diff", "--no-index", "--minimal", "-U0", "before", "after", folder=tmp_path, fails=True)
        expected = sum(line.startswith("+") and not line.startswith("+++") for line in patch.split("\n"))
        old, new = lines_of(before), lines_of(after)
        found = changed_lines(old, new)
        assert len(found) == expected, seed
        rest = iter(old)
        assert all(line in rest for number, line in enumerate(new, 1) if number not in found), seed
        same, total = same + (found == _of_patch(patch)), total + 1
    assert same > total * 0.9, "where several lines are alike, those that git means"


def _of_patch(patch: str) -> set[int]:
    found = set[int]()
    for line in patch.split("\n"):
        if line.startswith("@@ "):
            start, _, count = line.split(" ")[2][1:].partition(",")
            found.update(range(int(start), int(start) + int(count or 1)))
    return found


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("def a():\n    return 1\n\n\n", "def a():\n    return 1\n\n\ndef b():\n    return 1\n\n\n", {5, 6, 7, 8}),
        ("if x:\n    f()\n", "if x:\n    f()\nif y:\n    f()\n", {3, 4}),
        ("a\n\nb\n", "a\n\nc\n\nb\n", {3, 4}),
    ],
)
def test_a_stretch_is_put_where_it_makes_sense(before: str, after: str, expected: set[int]) -> None:
    assert changed_lines(lines_of(before), lines_of(after)) == expected


def test_renames_are_those_of_git(tmp_path: Path) -> None:
    """Files that move, are copied, are changed a little or much, and take each other's names."""
    chosen = random.Random(7)
    compared = 0
    for number in range(12):
        folder = tmp_path / str(number)
        git("init", "-q", str(folder))
        before = {f"d{n % 3}/f{n}.py": "".join(chosen.sample(LINES, 30)) for n in range(12)}
        after: dict[str, str] = {}
        for name, text in before.items():
            lines = text.splitlines(keepends=True)
            lines[: chosen.choice((0, 2, 5, 10, 25))] = chosen.sample(LINES, 3)
            moved = chosen.choice((name, name.replace("d", "e"), f"{name[:3]}g{chosen.randint(0, 30)}.py"))
            after[moved] = "".join(lines)
        for folder_of, texts in ((folder, before), (folder, after)):
            git("rm", "-qrf", "--ignore-unmatch", ".", folder=folder_of)
            for name, text in texts.items():
                (folder_of / name).parent.mkdir(parents=True, exist_ok=True)
                (folder_of / name).write_text(text)
            git("add", "-A", folder=folder_of)
            git("commit", "-qm", "x", folder=folder_of)
        said = git("diff", "--raw", "-z", "-M", "HEAD~1", "HEAD", folder=folder).split("\0")
        expected = {said[n + 2]: said[n + 1] for n, word in enumerate(said) if word.startswith(":") and " R" in word}
        removed = {name: text.encode() for name, text in before.items() if name not in after}
        added = {name: text.encode() for name, text in after.items() if name not in before}
        assert renames(removed, added) == expected, number
        compared += len(expected)
    assert compared > 20
