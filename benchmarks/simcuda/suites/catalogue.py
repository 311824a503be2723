"""The public test suites that are run: where each lies, what of it is run, and how it is told which device to use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Side:
    """What one of the two runs has beside the other: options of pytest and variables of the environment."""

    options: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Suite:
    """A repository at a revision, and which of its tests are run.

    ``release`` is the last release before the revision, with the number of commits since where it is known.
    ``folders`` are what is unpacked of the tree, ``path`` the folders of it that packages are imported from, ``tests``
    patterns of files. Of more than ``files`` files so many are drawn, and of each file's tests the ``share``, both by
    what they are named, so that every run draws the same.
    """

    repository: str
    revision: str
    release: str
    folders: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    path: tuple[str, ...] = (".",)
    files: int | None = None
    share: float = 1.0
    options: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    cpu: Side = Side()
    simulated: Side = Side()


REQUIREMENTS = ("scipy", "scikit-learn", "tqdm", "parameterized", "pytest-mock")
WITHOUT_DEPENDENCIES = ("torchvision==0.28.0",)
"""torchvision asks for one build of torch exactly, which is not the CPU's."""

SUITES: dict[str, Suite] = {
    "einops": Suite(
        "arogozhnikov/einops", "ccb89f27599f26d7140a1bd2703305309fe3a3bd", "0.8.2+24",
        folders=("einops",), tests=("einops/tests/test_*.py",),
        variables={"EINOPS_TEST_BACKENDS": "numpy,torch"},
    ),
    "torchsde": Suite(
        "google-research/torchsde", "eb3a00e31cbd56176270066ed2f62c394cf6acb7", "0.2.6+3",
        folders=("torchsde", "tests"), tests=("tests/test_*.py",), requirements=("trampoline",), share=0.12,
    ),
    "skorch": Suite(
        "skorch-dev/skorch", "5db0ddc962117a2c3a646910ecd2e70253ff8e87", "1.4.0",
        folders=("skorch", "VERSION", "pyproject.toml"), tests=("skorch/tests/**/test_*.py",),
        requirements=("tabulate", "pandas", "flaky", "safetensors", "gpytorch"),
    ),
    "linear_operator": Suite(
        "cornellius-gp/linear_operator", "386cff780e1fc17317d3c1ce19604b5637736ca5", "0.6.1+9",
        folders=("linear_operator", "test", "setup.py"), tests=("test/**/*_test.py", "test/**/test_*.py"),
        requirements=("jaxtyping", "mpmath"), share=0.3,
    ),
    "pytorch-metric-learning": Suite(
        "KevinMusgrave/pytorch-metric-learning", "216a792c22b0154d3d3bf008a7317edc7d677e71", "2.8.1",
        folders=("src", "tests"), tests=("tests/**/test_*.py",), without=("tests/datasets/*",),
        requirements=("faiss-cpu", "record-keeper", "tensorboard"), path=("src",), share=0.4,
        cpu=Side(variables={"TEST_DEVICE": "cpu"}), simulated=Side(variables={"TEST_DEVICE": "cuda"}),
    ),
    "captum": Suite(
        "pytorch/captum", "faac08773131888714b15709b28494ebeea7f6eb", "0.8.0+",
        folders=("captum", "tests"), tests=("tests/**/test_*.py",), requirements=("matplotlib", "flask"), share=0.5,
    ),
    "ignite": Suite(
        "pytorch/ignite", "de08e799cfb55a6cf4aa778575d6bad725385453", "0.5.5+",
        folders=("ignite", "tests"), tests=("tests/ignite/**/test_*.py",), files=64, share=0.3,
        requirements=("fairlearn", "dill", "nltk", "pandas", "scikit-image", "pytest-xdist"),
    ),
    "pytorch_wavelets": Suite(
        "fbcotter/pytorch_wavelets", "9a0c507f04f43c5397e384bb6be8340169b2fd9a", "1.3.0",
        folders=("pytorch_wavelets", "tests"), tests=("tests/test_*.py",),
        requirements=("PyWavelets", "dtcwt", "py3nvml"),
    ),
    "gpytorch": Suite(
        "cornellius-gp/gpytorch", "7c4ec80f0f05cf530348a8a8972d67a11dd26ed2", "1.15.2+15",
        folders=("gpytorch", "test"), tests=("test/**/*_test.py", "test/**/test_*.py"),
        requirements=("jaxtyping", "mpmath", "linear_operator"), files=64, share=0.4,
    ),
    "timm": Suite(
        "huggingface/pytorch-image-models", "aa4b5850c1543fa488abf260f18390eda46cf85d", "1.0.28+14",
        folders=("timm", "tests"), tests=("tests/test_*.py",),
        without=("tests/test_models.py", "tests/test_optim.py"),  # minutes for each model and optimizer
        requirements=("safetensors", "huggingface_hub", "pyyaml"),
        cpu=Side(variables={"TORCH_DEVICE": "cpu"}), simulated=Side(variables={"TORCH_DEVICE": "cuda"}),
    ),
    "kornia": Suite(
        "kornia/kornia", "b4f5a78a13891c7ac4c1cd9695941380273e981d", "0.9.0rc1+61",
        folders=("kornia", "tests", "testing", "conftest.py", "pyproject.toml"), tests=("tests/**/test_*.py",),
        requirements=("kornia_rs",), files=64, share=0.2,
        cpu=Side(("--device=cpu",)), simulated=Side(("--device=cuda",)),
    ),
    "torchmetrics": Suite(
        "Lightning-AI/torchmetrics", "dab033394560ab3ce05e3d14c13f32e4cde6b351", "1.9.0+28",
        folders=("src/torchmetrics", "tests", "pyproject.toml"), tests=("tests/unittests/**/test_*.py",),
        requirements=(
            "lightning-utilities", "cloudpickle", "pytest-rerunfailures", "pandas", "cachier", "permetrics",
            "statsmodels", "properscoring", "mir-eval", "jiwer", "sacrebleu", "fairlearn", "scikit-image",
            "pytorch-msssim", "sewar",
        ),
        path=("src", "tests"), files=64, share=0.12,
    ),
}  # fmt: skip
