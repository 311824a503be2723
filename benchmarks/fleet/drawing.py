"""The further releases of the large table: drawn once, by a seed, and kept in ``releases.txt``.

    python -m benchmarks.fleet.drawing > benchmarks/fleet/releases.txt

Of each package that is named here, so many older releases are drawn from those of which the index has a wheel for
this Python. The index moves on: a later draw differs, which is why the list is kept.
"""

from __future__ import annotations

import random
import re
import sys

from benchmarks import REPOSITORY
from benchmarks.ecosystem.packages import LISTS
from benchmarks.releases import links, newest

SEED = 20261126
TAGS = r"(?:py2\.)?py3-none-any|cp311-cp311-manylinux[\w.]*x86_64[\w.]*"
WHEEL = re.compile(rf"[^-]+-(?P<version>[\d.]+)-(?:{TAGS})\.whl")
WITH_TORCH = """
    accelerate botorch captum e3nn flair gpytorch kornia linear-operator litgpt mmengine open-clip-torch peft pyro-ppl
    pytorch-forecasting pytorch-ignite pytorch-metric-learning segmentation-models-pytorch sentence-transformers skorch
    stable-baselines3 tensordict timm torch-geometric torchmetrics trl
""".split()
EACH_WITH_TORCH = 4
WITHOUT_TORCH = {
    "aiohttp": 4, "ansible-core": 5, "apache-airflow": 4, "astropy": 3, "azure-mgmt-network": 2, "babel": 3,
    "bokeh": 4, "celery": 4, "cirq-core": 4, "click": 4, "django": 8, "docutils": 3, "faker": 4,
    "google-cloud-aiplatform": 5, "homeassistant": 1, "hypothesis": 3, "jinja2": 4, "kubernetes": 5,
    "matplotlib": 4, "mne": 5, "networkx": 5, "nipype": 3, "nltk": 3, "openstacksdk": 5, "pandas": 4, "pip": 4,
    "plotly": 1, "pygments": 5, "pylint": 4, "rdflib": 4, "requests": 3, "scikit-learn": 4, "scipy": 4, "scrapy": 4,
    "setuptools": 4, "sphinx": 6, "sqlalchemy": 5, "statsmodels": 4, "sympy": 4, "tornado": 4, "twisted": 5,
    "wagtail": 6, "xarray": 4,
}  # fmt: skip
"""Well-known packages, and how many of their releases; most of a registry has nothing to do with torch."""


def main() -> int:
    """Print the releases as pip writes them; the exit status."""
    for name in LISTS["ninth"]:
        archive = newest(name, REPOSITORY / ".bench" / "packages" / name).name
        print(f"{name}=={re.sub('([.]tar)?[.][a-z]+$', '', archive).split('-')[1]}")
    for name, count in {**dict.fromkeys(WITH_TORCH, EACH_WITH_TORCH), **WITHOUT_TORCH}.items():
        versions = older(name)
        for version in sorted(random.Random(f"{SEED} {name}").sample(versions, min(count, len(versions)))):
            print(f"{name}=={version}", flush=True)
    return 0


def older(name: str) -> list[str]:
    """The final releases of a package with a wheel for this Python that are not yanked, sorted, without the newest."""
    wheels = (WHEEL.fullmatch(file) for file in links(name, yanked=False))
    versions = {wheel["version"] for wheel in wheels if wheel}
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")])[:-1]


if __name__ == "__main__":
    sys.exit(main())
