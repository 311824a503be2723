"""The programs of findings in packages from super-gradients to torchcp."""

from __future__ import annotations

import tempfile
from typing import Any

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from benchmarks.findings.stand_in import bare, stand_in


def super_gradients_shelfnet_loss(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    from super_gradients.training.losses.shelfnet_semantic_encoding_loss import ShelfNetSemanticEncodingLoss

    predicted = torch.rand(2, 3, 4, 4, device=device)
    labels = torch.zeros(2, 4, 4, dtype=torch.long, device=device)
    ShelfNetSemanticEncodingLoss(nclass=3)((predicted, predicted[:, :, 0, 0], predicted), labels)


def super_gradients_detail_loss(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    stand_in("super_gradients.common.abstractions.abstract_logger")
    stand_in("rapidfuzz")
    stand_in("super_gradients.training.utils.utils")
    from super_gradients.training.losses.stdc_loss import DetailAggregateModule

    masks = torch.zeros(1, 8, 8, dtype=torch.long, device=device)
    DetailAggregateModule(num_classes=2, ignore_label=2)(masks)


def super_gradients_precise_bn(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.environment")
    bare("super_gradients.training", "super_gradients.training.utils")
    stand_in("stringcase")
    for module in ("environment.ddp_utils", "decorators.factory_decorator", "factories.type_factory"):
        stand_in(f"super_gradients.common.{module}")
    from super_gradients.training.utils.distributed_training_utils import compute_precise_bn_stats

    model = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 1), torch.nn.BatchNorm2d(2)).to(device)
    batches = DataLoader(TensorDataset(torch.rand(4, 1, 4, 4), torch.zeros(4)), batch_size=2)
    compute_precise_bn_stats(model, batches, precise_bn_batch_size=4, num_gpus=1)


def super_gradients_dekr_decode(device: torch.device) -> None:
    bare("super_gradients", "super_gradients.common", "super_gradients.common.registry")
    bare("super_gradients.training", "super_gradients.training.losses", "super_gradients.training.utils")
    stand_in("torchvision", "utils", "ops")
    bare("super_gradients.training.utils.pose_estimation")
    stand_in("super_gradients.module_interfaces")
    from super_gradients.training.utils.pose_estimation.dekr_decode_callbacks import pose_nms

    corners = torch.tensor([[0.0, 0, 1], [2, 2, 1]], device=device)
    far = torch.tensor([16.0, 16, 0], device=device)
    people = torch.stack([corners, corners + far, corners + 2 * far])
    pose_nms(torch.rand(1, 3, 64, 64, device=device), [people], 2, 0.1, 1, 0.0)


def tcrf_no_mask(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf import ConditionalRandomField

    crf = ConditionalRandomField(2, "BIO", {0: "O", 1: "B-a"}).to(device)
    crf(torch.randn(2, 3, 2, device=device), torch.zeros(2, 3, dtype=torch.long, device=device))


def tcrf_allowed_transitions(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf_utils import viterbi_decode

    start = torch.zeros(2, device=device)
    viterbi_decode(torch.randn(3, 2, device=device), torch.randn(2, 2, device=device), allowed_start_transitions=start)


def tcrf_tag_observations(device: torch.device) -> None:
    bare("tcrf")  # which imports a trainer of transformers
    from tcrf.crf_utils import viterbi_decode

    viterbi_decode(torch.randn(3, 2, device=device), torch.randn(2, 2, device=device), tag_observations=[0, -1, -1])


def tensorly_torch_cp_embedding(device: torch.device) -> None:
    from tltorch import FactorizedEmbedding

    embedding = FactorizedEmbedding(16, 16, n_tensorized_modes=3, factorization="CP", rank=4).to(device)
    embedding(torch.tensor([1, 3, 5], device=device))


def tensorly_torch_tucker_embedding(device: torch.device) -> None:
    from tltorch import FactorizedEmbedding

    embedding = FactorizedEmbedding(16, 16, n_tensorized_modes=3, factorization="Tucker", rank=4).to(device)
    embedding(torch.tensor([1, 3, 5], device=device))


def tensorly_torch_block_tt_embedding(device: torch.device) -> None:
    from tltorch import FactorizedEmbedding

    embedding = FactorizedEmbedding(16, 16, n_tensorized_modes=3, factorization="BlockTT", rank=4).to(device)
    embedding(torch.tensor([1, 3, 5], device=device))


def torch_geometric_pgm_explainer(device: torch.device) -> None:
    from torch_geometric.contrib.explain import PGMExplainer

    explainer = PGMExplainer(feature_index=[0], is_perturbation_scaled=True)
    explainer._perturb_features_on_nodes(torch.rand(4, 8, device=device), torch.tensor([0, 1], device=device))


def torch_geometric_to_heterogeneous(device: torch.device) -> None:
    from torch_geometric.data import Data

    edges = torch.tensor([[0, 1, 2, 3, 1], [1, 2, 3, 0, 0]])
    Data(x=torch.randn(4, 8), edge_index=edges, num_nodes=4).to(device).to_heterogeneous()


def torch_geometric_write_off(device: torch.device) -> None:
    from torch_geometric.data import Data
    from torch_geometric.io import write_off

    mesh = Data(pos=torch.randn(3, 3), face=torch.tensor([[0], [1], [2]])).to(device)
    with tempfile.TemporaryDirectory() as folder:
        write_off(mesh, f"{folder}/mesh.off")


def torch_geometric_meshcnn(device: torch.device) -> None:
    from torch_geometric.nn import MeshCNNConv

    edges = torch.tensor([[1, 2, 1, 2, 0, 2, 0, 2, 0, 1, 0, 1], [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]], device=device)
    MeshCNNConv(8, 4).to(device)(torch.randn(3, 8, device=device), edges)


def torch_geometric_influence(device: torch.device) -> None:
    from torch_geometric.utils.influence import influence_weighted_receptive_field

    influence_weighted_receptive_field(torch.rand(4, 3, device=device))


def torch_geometric_ppr(device: torch.device) -> None:
    from torch_geometric.utils import get_ppr

    edges = torch.tensor([[0, 1, 2, 3, 1], [1, 2, 3, 0, 0]], device=device)
    get_ppr(edges, num_nodes=4)


def torch_optimizer_madgrad(device: torch.device) -> None:
    from torch_optimizer import MADGRAD

    model = nn.Linear(4, 2)
    optimizer = MADGRAD(model.parameters())
    model.to(device)
    model(torch.ones(3, 4, device=device)).sum().backward()
    optimizer.step()


def torchattacks_upgd_margin(device: torch.device) -> None:
    from torchattacks import UPGD

    model = nn.Sequential(nn.Flatten(), nn.Linear(12, 3)).to(device)
    attack = UPGD(model, steps=1, loss="margin")
    attack(torch.rand(2, 3, 2, 2, device=device), torch.tensor([0, 1], device=device))


def trainer(device: torch.device | str) -> Any:
    from torchcp.classification.trainer.base_trainer import Trainer

    return Trainer(nn.Linear(2, 2), device=device, verbose=False)


def torchcp_load_model_on_a_gpu(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/model.pt"
    trainer(device).save_model(path)
    return path


def torchcp_load_model(path: str) -> None:
    trainer("cpu").load_model(path)


def torchcp_select_lambdas(device: torch.device) -> None:
    from torchcp.llm.predictor import ConformalLM

    scores = torch.rand(3, 2, device=device)
    similarities = torch.rand(3, 2, 2, device=device)
    predictor = ConformalLM(device=device)
    predictor.scaling(None, None)
    predictor.get_pareto_frontier(scores, similarities, torch.ones(3, 2, device=device))


def torchcp_predict_with_config(device: torch.device) -> None:
    from torchcp.llm.predictor import ConformalLM

    predictor = ConformalLM(device=device)
    predictor.scaling(None, None)
    config = torch.tensor([0.5, 0.5, 0.5], device=device)
    predictor.predict_with_config(config, torch.rand(3, 2, device=device), torch.rand(3, 2, 2, device=device))


def torchcp_stratified_loss(device: torch.device) -> None:
    from torchcp.llm.utils.metrics import Metrics

    sets = torch.ones(4, 3, device=device)
    Metrics()("SSCL")(sets, torch.rand(4, 3, device=device))


def torchcp_platt_scaler(device: torch.device) -> None:
    from torchcp.llm.utils.scaling import PlattScaler

    PlattScaler(num_epochs=1).fit(torch.rand(8, device=device), torch.ones(8, device=device))


def torchcp_binning_scaler(device: torch.device) -> None:
    from torchcp.llm.utils.scaling import BinningScaler

    BinningScaler(n_bins=2).fit(torch.rand(8, device=device), torch.ones(8, device=device))
