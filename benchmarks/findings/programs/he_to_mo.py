"""The programs of findings in packages from hezar to monai."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch
from torch import nn

from benchmarks.findings.stand_in import bare, stand_in


class Classifier(nn.Linear):
    model_filename = "model.pt"


def hezar_resume_on_a_gpu(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    torch.save(Classifier(2, 2).to(device).state_dict(), f"{folder}/model.pt")
    return folder


def hezar_resume(folder: str) -> None:
    from hezar.trainer import Trainer, TrainerConfig
    from hezar.trainer.trainer_utils import TrainerState

    trainer = Trainer.__new__(Trainer)
    trainer.config = TrainerConfig(output_dir=folder, task="text_classification", resume_from_checkpoint=folder)
    trainer.state = TrainerState(epoch=1, global_step=0)
    trainer.logger = logging.getLogger("hezar")
    trainer._setup_model(Classifier(2, 2))


def hezar_initial_weights_on_a_gpu(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    torch.save(Classifier(2, 2).to(device).state_dict(), f"{folder}/model.pt")
    return folder


def hezar_initial_weights(folder: str) -> None:
    from hezar.trainer import Trainer, TrainerConfig
    from hezar.trainer.trainer_utils import TrainerState

    trainer = Trainer.__new__(Trainer)
    trainer.config = TrainerConfig(output_dir=folder, task="text_classification", init_weights_from=folder)
    trainer.state = TrainerState(epoch=1, global_step=0)
    trainer.logger = logging.getLogger("hezar")
    trainer._setup_model(Classifier(2, 2))


def laplace_torch_diagonal(device: torch.device) -> None:
    from laplace.utils.utils import diagonal_add_scalar

    diagonal_add_scalar(torch.eye(3, device=device), torch.tensor(1.0, device=device))


def linear_operator_cat_index(device: torch.device) -> None:
    from linear_operator.operators import CatLinearOperator, DenseLinearOperator

    half = DenseLinearOperator(torch.eye(3, device=device))
    rows, columns = torch.tensor([[0, 4], [0, 1]], device=device)
    CatLinearOperator(half, half, dim=-2)[rows, columns]


def linear_operator_cat_device(device: torch.device) -> None:
    from linear_operator.operators import CatLinearOperator, DenseLinearOperator

    half = DenseLinearOperator(torch.eye(3, device=device))
    (CatLinearOperator(half, half, dim=-2) / 2.0).to_dense()


def litgpt_convert_pretrained_on_a_gpu(device: torch.device) -> Path:
    folder = Path(tempfile.mkdtemp())
    torch.save({"model": {"lm_head.weight": torch.ones(3, 3, device=device)}}, folder / "lit_model.pth")
    for name in ("model_config.yaml", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_text("{}")
    return folder


def litgpt_convert_pretrained(folder: Path) -> None:
    from litgpt.scripts.convert_pretrained_checkpoint import convert_pretrained_checkpoint

    convert_pretrained_checkpoint(folder, folder / "converted")


def lpips_load_network_on_a_gpu(device: torch.device) -> str:
    stand_in("torchvision", "models", "transforms")
    from lpips.trainer import Trainer

    folder = tempfile.mkdtemp()
    Trainer.save_network(Trainer.__new__(Trainer), torch.nn.Linear(2, 2).to(device), folder, "head", "latest")
    return folder


def lpips_load_network(folder: str) -> None:
    stand_in("torchvision", "models", "transforms")
    from lpips.trainer import Trainer

    trainer = Trainer.__new__(Trainer)
    trainer.save_dir = folder
    trainer.load_network(torch.nn.Linear(2, 2), "head", "latest")


def mh_moe_experts(device: torch.device) -> None:
    from mh_moe import MHMoE

    MHMoE(dim=4, heads=2, num_experts=2, num_layers=1).to(device)(
        torch.randn(1, 3, 4, device=device), torch.ones(1, 3, device=device)
    )


def mmdet_point_assigner(device: torch.device) -> None:
    stand_in("mmcv", "ops")
    bare("mmdet", "mmdet.models", "mmdet.models.task_modules", "mmdet.models.task_modules.assigners")
    from mmdet.models.task_modules.assigners.point_assigner import PointAssigner

    priors = torch.tensor([[0.0, 0, 8], [8, 0, 8], [0, 8, 8], [8, 8, 8]], device=device)
    truth = SimpleNamespace(
        bboxes=torch.tensor([[0.0, 0, 9, 9]], device=device), labels=torch.zeros(1, dtype=torch.long, device=device)
    )
    PointAssigner(pos_num=1).assign(SimpleNamespace(priors=priors), truth)


def mmdet_sparse_priors(device: torch.device) -> None:
    stand_in("mmcv", "ops", "ops.roi_align", "transforms", "image")
    stand_in("pycocotools", "mask")
    stand_in("shapely", "geometry")
    bare("mmdet", "mmdet.models", "mmdet.models.task_modules", "mmdet.models.task_modules.prior_generators")
    from mmdet.models.task_modules.prior_generators.anchor_generator import AnchorGenerator

    anchors = AnchorGenerator(strides=[8], ratios=[0.5, 2.0], scales=[1])
    anchors.sparse_priors(torch.tensor([0, 3, 5], device=device), (2, 2), 0, device=device)


def mmdet_bbox_project(device: torch.device) -> None:
    stand_in("mmcv", "ops", "ops.roi_align", "transforms", "image")
    stand_in("pycocotools", "mask")
    stand_in("shapely", "geometry")
    bare("mmdet", "mmdet.structures")
    from mmdet.structures.bbox import bbox_project

    bbox_project(torch.tensor([[0.0, 0, 4, 4]], device=device), np.eye(3, dtype=np.float32), (8, 8))


def monai_group_norm(device: torch.device) -> None:
    from monai.apps.generation.maisi.networks.autoencoderkl_maisi import MaisiGroupNorm3D

    norm = MaisiGroupNorm3D(2, 4, save_mem=False).to(device)
    norm(torch.randn(1, 4, 500, 1, 1, device=device))


def monai_zarr_merger(device: torch.device) -> None:
    from monai.inferers.merger import ZarrAvgMerger

    with tempfile.TemporaryDirectory() as folder:
        stores = {name: f"{folder}/{name}" for name in ("store", "value_store", "count_store")}
        merger = ZarrAvgMerger((1, 1, 4, 4), **stores)
        merger.aggregate(torch.ones(1, 1, 2, 2, device=device), (0, 0))
