"""`load_intervention` cannot load the model that `save_intervention` wrote on a GPU where there is none."""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import torch

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="pyvene",
    version="0.1.8",
    where="pyvene/models/intervenable_base.py:1383",
    rule="DEV501",
    what="`load_intervention` cannot load the model that `save_intervention` wrote on a GPU where there is none.",
    raises=NO_GPU,
    install=("transformers",),
)


def intervenable(device: torch.device | str) -> Any:
    import pyvene
    from pyvene.models.mlp.modelings_intervenable_mlp import create_mlp_classifier
    from pyvene.models.mlp.modelings_mlp import MLPConfig

    _, _, model = create_mlp_classifier(MLPConfig(h_dim=4, n_layer=1, num_classes=2))
    place = {"layer": 0, "component": "block_output", "intervention_type": pyvene.VanillaIntervention}
    made = pyvene.IntervenableModel(pyvene.IntervenableConfig([place]), model.to(device))
    made.set_device(device)
    made.enable_model_gradients()
    return made


def saved(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    intervenable(device).save_intervention(folder)
    return folder


def program(folder: str) -> None:
    intervenable("cpu").load_intervention(folder)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
