"""`Trainer(resume_from_checkpoint=...)` cannot go on from a checkpoint of a GPU where there is none (391 too)."""

from __future__ import annotations

import logging
import sys
import tempfile

import torch
from torch import nn

from benchmarks.findings.finding import NO_GPU, Finding

FINDING = Finding(
    package="hezar",
    version="1.0.0",
    where="hezar/trainer/trainer.py:286",
    rule="DEV501",
    what="`Trainer(resume_from_checkpoint=...)` cannot go on from a checkpoint of a GPU where there is none (391 too).",
    raises=NO_GPU,
    install=("transformers", "accelerate", "tensorboard", "torchvision"),
)


class Classifier(nn.Linear):
    model_filename = "model.pt"


def saved(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    torch.save(Classifier(2, 2).to(device).state_dict(), f"{folder}/model.pt")
    return folder


def program(folder: str) -> None:
    from hezar.trainer import Trainer, TrainerConfig
    from hezar.trainer.trainer_utils import TrainerState

    trainer = Trainer.__new__(Trainer)
    trainer.config = TrainerConfig(output_dir=folder, task="text_classification", resume_from_checkpoint=folder)
    trainer.state = TrainerState(epoch=1, global_step=0)
    trainer.logger = logging.getLogger("hezar")
    trainer._setup_model(Classifier(2, 2))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program, on_a_gpu=saved))
