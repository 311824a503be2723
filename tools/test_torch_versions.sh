#!/usr/bin/env bash
# Run the tests of simulated CUDA with another release of torch.
#
#     tools/test_torch_versions.sh 2.8.0 python3.12                  a fresh environment, thrown away afterwards
#     tools/test_torch_versions.sh /path/to/environment [tests ...]  one that has torch, numpy and pytest already
#
# pip takes the build of torch that it is set up to take: one for CUDA works as well on a machine without a GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

which=${1:?a release of torch or an environment}
if [ -x "$which/bin/python" ]; then
    environment=$which
    shift
else
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
    "${2:-python3}" -m venv "$environment"
    "$environment/bin/python" -m pip install -q --disable-pip-version-check "torch==$which" numpy pytest
    shift $(($# > 1 ? 2 : 1))
fi
export PYTHONPATH=$PWD
[ $# -gt 0 ] || set -- tests/simcuda/test_core.py tests/simcuda/test_versions.py tests/simcuda/test_fidelity.py
"$environment/bin/python" tools/torch_changes.py
"$environment/bin/python" -m pytest -q -p no:cacheprovider -p devlint.simcuda.pytest_plugin "$@"
