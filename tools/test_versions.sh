#!/usr/bin/env bash
# Run the contract tests with the oldest flake8, LibCST and dulwich that pyproject.toml admits, or the newest there are.
#
#     tools/test_versions.sh oldest python3.10
#     tools/test_versions.sh newest python3.13
#
# The environment is thrown away afterwards and has no torch: the linter needs none.
set -euo pipefail
cd "$(dirname "$0")/.."

which=${1:?oldest or newest}
python=${2:-python3}
environment=$(mktemp -d)
trap 'rm -rf "$environment"' EXIT

case $which in
    oldest) requirements=$(grep -oE '"(flake8|libcst|dulwich)>=[0-9.]+"' pyproject.toml | tr -d '"' | sed 's/>=/==/') ;;
    newest) requirements="flake8 libcst dulwich" ;;
    *) echo "not oldest or newest: $which" >&2; exit 2 ;;
esac
[ "$(wc -w <<<"$requirements")" = 3 ]

"$python" -m venv "$environment"
"$environment/bin/python" -m pip install -q --disable-pip-version-check $requirements pytest hypothesis hatchling \
    "tomli; python_version < '3.11'"
"$environment/bin/python" -m pip install -q --disable-pip-version-check --no-build-isolation --no-deps .
"$environment/bin/python" --version
"$environment/bin/flake8" --version
"$environment/bin/python" -m pytest -q -p no:cacheprovider tests/test_flake8_contract.py tests/suppression \
    tests/configuration/test_options.py tests/configuration/test_config.py tests/stubs/test_configured.py \
    tests/fixing/test_tree.py tests/fixing/test_contents.py tests/fixing/test_command.py \
    tests/test_imports.py tests/git tests/trust/test_git_files.py tests/engine/test_robustness.py tests/forms/test_lower.py
