"""The pytest plugin: options, the marker, what a failed test shows, and suites that were written for the CPU."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch.distributed.tensor")  # for assert_close: a run within a test takes back what it imports

from tests.simcuda.test_faces import PYTEST, changes, snapshot  # noqa: E402 - it needs torch

pytest_plugins = ["pytester"]

PLUGIN = [*PYTEST[5:], "-p", "no:hypothesispytest"]  # hypothesis would be imported anew by each run
LIBRARY = """
import torch

class Loss(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        if isinstance(x, list):
            return self.weight * torch.tensor(x)
        mask = torch.ones(3)
        return (x * self.weight * mask).sum()

def grid(x):
    return torch.arange(len(x))

def mask(n):
    return torch.ones(n)

def masked(x, mask):
    return x * (mask + 1)

def noise(x, generator):
    return torch.rand(len(x), device=x.device, generator=generator)

class Scale:
    def __init__(self, factor):
        self.factor = torch.full((3,), factor)

    def __call__(self, x):
        return x * self.factor

class Shift(Scale):
    def __init__(self, factor, device=None):
        self.factor = torch.full((3,), factor, device=device)

def told(n, device="cpu"):
    return torch.ones(n, device=device)

def told_with(x, device="cpu"):
    return x + torch.ones(3, device=device)

class Told:
    def __init__(self, device="cpu"):
        self.device = device

    def __call__(self, x):
        return x + torch.ones(3, device=self.device)

class Found(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))
        self.device = self.weight.device

    def forward(self, x):
        return self.weight * x.to(self.device)

def squared(module, x):
    square = module.weight * module.weight
    return square * x

@torch.jit.script
def scripted(x, n: int):
    return torch.tensordot(x, torch.ones(n, device=x.device), ([0], [0]))

def array(x):
    return x.numpy()

def good(x):
    return x * torch.arange(3, device=x.device)
"""


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    before = snapshot()
    result = pytester.runpytest_inprocess("-q", "-p", "no:cacheprovider", *PLUGIN, *arguments)
    assert changes(before, snapshot()) == []
    return result


def test_the_number_is_no_path(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        **{"tests/test_it": "import torch\ndef test_it(): assert torch.cuda.device_count() == 2"},
        test_other="def test_it(): assert False",
    )
    run(pytester, "--simulate-cuda", "tests/").assert_outcomes(passed=1)
    wrong = run(pytester, "--simulate-cuda=two", "tests")
    wrong.stderr.fnmatch_lines(["ERROR: --simulate-cuda=two: the number of devices is 0 or more, *"])


OWN = """
    def pytest_addoption(parser):
        parser.addoption("--simulate", {how})

    def pytest_configure(config):
        assert config.getoption("simulate") == {value}
"""


def test_a_project_may_have_the_option_itself(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import torch\ndef test_it(): assert torch.cuda.device_count() in (0, 3)")
    pytester.makeconftest(OWN.format(how="action='store_true'", value=True))
    run(pytester, "--simulate").assert_outcomes(passed=1)
    run(pytester, "--simulate", "--simulate-cuda=3").assert_outcomes(passed=1)
    pytester.makeconftest(OWN.format(how="", value="'fast'"))
    run(pytester, "--simulate=fast").assert_outcomes(passed=1)
    run(pytester, "--simulate", "fast", "--simulate-kind=cuda", "--simulate-devices=3").assert_outcomes(passed=1)


def test_before_conftest(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import torch\nDEVICES = torch.cuda.device_count()\n")
    pytester.makepyfile("from conftest import DEVICES\ndef test_it(): assert DEVICES == 3")
    run(pytester, "--simulate-cuda=3").assert_outcomes(passed=1)


MARKED = """
import pytest
import torch

@pytest.fixture
def before():
    return torch.cuda.device_count()

@pytest.mark.simcuda(devices=4)
def test_marked(before):
    assert (before, torch.cuda.device_count(), len(torch.cuda.default_generators)) == (4, 4, 4)
    assert torch.rand(2, device="cuda:3").get_device() == 3

@pytest.mark.simcuda(0)
def test_none():
    assert not torch.cuda.is_available() and torch.accelerator.current_accelerator() is None

def test_fixture(before, simcuda):
    assert before == torch.cuda.device_count() == len(simcuda.devices) == 2

def test_plain(before):
    assert before in (0, 2)
"""


def test_the_marker_counts_whatever_the_run_has(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MARKED)
    run(pytester).assert_outcomes(passed=4)
    run(pytester, "--simulate-cuda").assert_outcomes(passed=4)


def test_a_marker_that_says_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import pytest\n@pytest.mark.simcuda(device=1)\ndef test_it(): pass")
    run(pytester).stderr.fnmatch_lines(["ERROR: @pytest.mark.simcuda: the marker got an unexpected keyword *'device'"])


def test_a_device_error_names_both_tensors(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import torch
        def test_it():
            weight = torch.ones(3)
            weight = weight.cuda()
            weight * torch.zeros(3)

        import unittest
        class TestOfUnittest(unittest.TestCase):
            def test_it(self):
                torch.ones(2, device="cuda") * torch.zeros(2)
        """
    )
    result = run(pytester, "--simulate-cuda")
    result.stdout.fnmatch_lines(
        [
            ">       weight * torch.zeros(3)",
            "E       RuntimeError: Expected all tensors to be on the same device, * cuda:0 and cpu!",
            "",
            "test_a_device_error_names_both_tensors.py:5: RuntimeError",
            "-* the tensors that met -*",
            "weight   cuda:0 *made at test_a_device_*.py:3   weight = torch.ones(3)",
            " *moved to cuda:0 at test_a_device_*.py:4   weight = weight.cuda()",
            "other    cpu *made at *.py:5   weight * torch.zeros(3)",
            ">       torch.ones(2, *",
        ]
    )
    assert "/simcuda/" not in result.stdout.str()
    assert "/simcuda/" in run(pytester, "--simulate-cuda", "--full-trace").stdout.str()


WRITTEN_FOR_THE_CPU = """
import inspect
import lib
import numpy as np
import pytest
import torch
from torch import randn

@pytest.mark.parametrize("x", [torch.ones(3), torch.from_numpy(np.ones(3)), torch.FloatTensor([1, 1, 1])])
def test_good(x):
    assert x.is_cuda
    np.testing.assert_allclose(lib.good(x), [0, 1, 2])

def test_leaf():
    x = torch.ones(3, requires_grad=True)
    lib.good(x).sum().backward()
    assert x.grad.is_cuda

def test_same_numbers():
    torch.manual_seed(0)
    x = randn(2).tolist()
    torch.manual_seed(0)
    assert torch.randn(2, device="cpu").tolist() == x

def test_module():
    loss = lib.Loss()
    assert loss.weight.is_cuda and loss.weight.is_leaf
    loss(torch.ones(3))

def test_returned():
    torch.testing.assert_close(lib.grid(torch.ones(3)), torch.tensor([0, 1, 2]))

def test_moved_by_its_user():
    torch.testing.assert_close(torch.ones(3), lib.mask(3))

def test_made_of_what_its_user_has_not_moved():
    lib.masked(torch.ones(3), lib.mask(3))

def test_given_a_list():
    lib.Loss()([1.0, 2.0, 3.0])

def test_given_a_legacy_tensor():
    assert lib.good(torch.Tensor([1, 2, 3])).is_cuda and torch.Tensor(3).is_cuda
    assert [*inspect.signature(torch.Tensor.__new__).parameters] == ["args", "kwargs"]  # torch looks at it

def test_given_a_tensor_of_unknown_origin():
    lib.masked(torch.ones(3), torch.from_dlpack(np.ones(3, dtype="float32")))

def test_given_a_generator():
    lib.noise(torch.ones(3), torch.Generator())

def test_kept():
    lib.Scale(2.0)(torch.ones(3))

def test_asked_for():
    lib.Shift(2.0)(torch.ones(3))

def test_scripted():
    assert lib.scripted(torch.ones(3), 3).is_cuda

def test_array():
    lib.array(torch.ones(3))

def test_own():
    torch.ones(3) + torch.ones(3, device="cpu")

def test_alone():
    torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 2, 1), torch.tensor([2, 1]))
"""


def test_a_module_of_tests_that_fails_to_load(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(lib=LIBRARY, **{"tests/test_it": "import lib, torch\nlib.Loss()(torch.ones(3))"})
    pytester.syspathinsert()
    result = run(pytester, "--simulate-cuda-auto", "tests")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["lib.py:12: return (x [*] self.weight [*] mask).sum()", "*first in tests/test_it.py"])


@pytest.mark.parametrize(
    ("file", "is_test"),
    [
        ("/suite/test_it.py", True),
        ("/suite/tests/helper.py", True),
        ("/suite/lib.py", False),
        ("/elsewhere/tests/helper.py", False),
        ("/test/site-packages/lib/core.py", False),
        ("/suite/.venv/lib/site-packages/lib/test/base.py", True),
        ("/suite/.venv/lib/site-packages/lib/test_it.py", False),
    ],
)
def test_whose_a_file_is(file: str, is_test: bool) -> None:
    from devlint.simcuda.testing.auto import TestFiles

    assert (file in TestFiles("/suite", ["test_*.py"])) is is_test


def test_a_suite_written_for_the_cpu(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(lib=LIBRARY, **{"tests/test_it": WRITTEN_FOR_THE_CPU})
    pytester.syspathinsert()
    init = torch.nn.Linear.__init__
    result = run(pytester, "--simulate-cuda-auto", "tests")
    assert torch.nn.Linear.__init__ is init
    result.assert_outcomes(passed=7, failed=12)
    result.stdout.fnmatch_lines(
        [
            "4 tests fail by a device error of the code under test, at 4 places; noise: 8",
            "lib.py:12: return (x [*] self.weight [*] mask).sum()",
            "    Expected all tensors to be on the same device, *",
            "      mask     cpu *made at lib.py:11   mask = torch.ones(3)",
            "    1 time, first in tests/test_it.py::test_module",
            "lib.py:15: return torch.arange(len(x))",
            "    The values for attribute 'device' do not match: cpu != cuda:0.",
            "lib.py:31: return x [*] self.factor",
            "lib.py:68: return x.numpy()",
            "noise: 5 by a tensor of the library: *",
            "noise: 1 by the test alone: *",
            "noise: 1 by the test's generator: *",
            "noise: 1 by the test's own CPU tensor: *",
        ]
    )


THE_CPU_BY_CHOICE = """
import lib
import pytest
import torch

def test_given():
    lib.told_with(torch.ones(3), device="cpu")

def test_given_as_device():
    lib.told_with(torch.ones(3), torch.device("cpu"))

def test_default_left_alone():
    lib.told_with(torch.ones(3))

def test_default_of_an_object():
    lib.Told()(torch.ones(3))

def test_compared():
    torch.testing.assert_close(lib.told(3, device="cpu"), torch.ones(3))

def test_found_by_the_library():
    lib.Found()(torch.ones(3))

def test_module_taken_back():
    module = lib.Loss()
    module.cpu()
    lib.squared(module, torch.ones(3))

def test_own_line():
    with pytest.raises(ValueError):
        raise RuntimeError("Expected all tensors to be on the same device")
"""


def test_the_cpu_by_choice_is_no_fault_of_the_library(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(lib=LIBRARY, **{"tests/test_it": THE_CPU_BY_CHOICE})
    pytester.syspathinsert()
    result = run(pytester, "--simulate-cuda-auto", "tests")
    result.stdout.fnmatch_lines(
        [
            "1 test fails by a device error of the code under test, at 1 place; noise: 7",
            "lib.py:*: return self.weight [*] x.to(self.device)",
            "noise: 5 by the CPU as the device: *",
            "noise: 1 by the test alone: *",
            "noise: 1 by the test's own CPU tensor: *",
        ]
    )
