#!/usr/bin/env bash
# Compile the evaluator in a copy of the checkout and run the tests of the linter against it: those that run programs
# with torch, on the CPU or on simulated GPUs, say nothing of it, nor do those of the front ends, of repairs and of the
# benchmarks.
#
#     tools/test_compiled.sh .venv/bin/python
#
# The environment of that Python holds the test extra. The copy is thrown away afterwards.
set -euo pipefail
python=$(command -v "${1:-python3}")
python=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$copy"
"$python" tools/compiled.py "$copy" 2> "$copy/log" || { cat "$copy/log" >&2; exit 1; }
cd "$copy"
"$python" -c 'from tests.harness import COMPILED; assert COMPILED, "what is tested is not compiled"'
"$python" -m pytest -q -p no:cacheprovider -k "not on_simulated_gpus and not on_the_host" \
    --ignore-glob="*/simcuda/*" --ignore-glob="*/torch_api/*" --ignore-glob="*/test_harness.py" \
    --ignore-glob="*/server/*" --ignore-glob="*/cli/*" --ignore-glob="*/baseline/*" --ignore-glob="*/selection/*" \
    --ignore-glob="*/report/*" --ignore-glob="*/fleet/*" --ignore-glob="*/git/*" --ignore-glob="*/wording/*" \
    --ignore-glob="*/test_documentation*.py" --ignore-glob="*/test_playground.py" --ignore-glob="*/test_release.py" \
    --ignore-glob="*/test_benchmarks.py" --ignore-glob="*/configuration/*" --ignore-glob="*/suppression/*" \
    --ignore-glob="*/fixing/*" --ignore-glob="*/file_systems/*" --ignore-glob="*/installed/*"
