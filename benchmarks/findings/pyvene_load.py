"""`IntervenableModel.load` cannot load what `save` wrote on a GPU where there is none (1322 and 1336 too)."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import torch

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="pyvene",
    version="0.1.8",
    where="pyvene/models/intervenable_base.py:1330",
    rule="DEV501",
    what="`IntervenableModel.load` cannot load what `save` wrote on a GPU where there is none (1322 and 1336 too).",
    raises=NO_GPU,
    install=("transformers",),
)


def intervenable(device: torch.device | str) -> Any:
    import pyvene
    from pyvene.models.mlp.modelings_intervenable_mlp import create_mlp_classifier
    from pyvene.models.mlp.modelings_mlp import MLPConfig

    _, _, model = create_mlp_classifier(MLPConfig(h_dim=4, n_layer=1, num_classes=2))
    place = {"layer": 0, "component": "block_output", "intervention_type": pyvene.RotatedSpaceIntervention}
    made = pyvene.IntervenableModel(pyvene.IntervenableConfig([place]), model.to(device))
    made.set_device(device)
    made.enable_model_gradients()
    return made


def saved(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    intervenable(device).save(folder)
    return folder


def program(folder: str) -> None:
    from pyvene import IntervenableModel

    IntervenableModel.load(folder, intervenable("cpu").model)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
