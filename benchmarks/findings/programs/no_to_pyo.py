"""The programs of findings in packages from normflows to pyod."""

from __future__ import annotations

from types import SimpleNamespace

import torch

from benchmarks.findings.stand_in import bare, stand_in


def normflows_composite(device: torch.device) -> None:
    from normflows.flows import Planar
    from normflows.flows.base import Composite

    Composite([Planar((2,)), Planar((2,))]).to(device)(torch.rand(5, 2, device=device))


def norse_population_encode(device: torch.device) -> None:
    from norse.torch.functional.encode import population_encode

    population_encode(torch.tensor([0.0, 0.5, 1.0], device=device), 3)


def norse_signed_poisson_encode(device: torch.device) -> None:
    from norse.torch.functional.encode import signed_poisson_encode

    signed_poisson_encode(torch.rand(3, 2, device=device), seq_length=4)


def norse_gaussian_kernel(device: torch.device) -> None:
    from norse.torch.functional.receptive_field import gaussian_kernel

    gaussian_kernel(9, torch.eye(2, device=device))


def norse_spike_times(device: torch.device) -> None:
    from norse.torch.functional.spikes_to_times_decoder import ToSpikeTimes

    ToSpikeTimes.apply(torch.ones(10, 1, 1, device=device), torch.as_tensor(10, device=device))


def norse_nir_cuba(device: torch.device) -> None:
    import nir
    import norse
    import numpy as np

    one = np.ones(2, dtype=np.float32)
    parts = ("tau_syn", "tau_mem", "r", "v_leak", "v_threshold", "v_reset", "w_in")
    neuron = nir.CubaLIF(**dict.fromkeys(parts, one))
    graph = nir.NIRGraph.from_list(nir.Linear(weight=np.ones((2, 3), dtype=np.float32)), neuron)
    norse.torch.from_nir(graph).to(device)(torch.ones(1, 3, device=device))


def onespace_denormalize(device: torch.device) -> None:
    from onespace.pytorch.cv.common import denormalize

    denormalize(torch.rand(2, 3, 4, 4, device=device), [0.5, 0.5, 0.5], [0.2, 0.2, 0.2])


def pipablepytorch3d_fisheye(device: torch.device) -> None:
    bare("pytorch3d", "pytorch3d.renderer")
    stand_in("pytorch3d._C")
    from pytorch3d.renderer.fisheyecameras import FishEyeCameras

    cameras = FishEyeCameras(use_tangential=False, device=device, world_coordinates=False)
    cameras.unproject_points(torch.tensor([[0.1, 0.2, 1.0]], device=device), world_coordinates=False)


def pipablepytorch3d_checkerboard(device: torch.device) -> None:
    bare("pytorch3d", "pytorch3d.utils", "pytorch3d.renderer", "pytorch3d.renderer.mesh")
    stand_in("pytorch3d._C")
    stand_in("iopath", "common", "common.file_io")
    from pytorch3d.utils.checkerboard import checkerboard

    checkerboard(radius=1, device=device)


def pomegranate_buffer_list(device: torch.device) -> None:
    from pomegranate.distributions import ConditionalCategorical

    distribution = ConditionalCategorical([torch.full((2, 3), 1 / 3)]).to(device)
    distribution.summarize(torch.tensor([[[0], [1]], [[1], [2]]], device=device))


def pomegranate_independent_components(device: torch.device) -> None:
    from pomegranate.distributions import Exponential, IndependentComponents

    components = [Exponential([1.0]).to(device), Exponential([2.0]).to(device)]
    IndependentComponents(components).to(device).log_probability(torch.rand(4, 2, device=device))


def pomegranate_joint_sample(device: torch.device) -> None:
    from pomegranate.distributions import JointCategorical

    JointCategorical(torch.full((2, 3), 1 / 6)).to(device).sample(3)


def pomegranate_full_normal(device: torch.device) -> None:
    from pomegranate.distributions import Normal

    Normal(torch.zeros(3, device=device), torch.eye(3, device=device), covariance_type="full")


def pomegranate_dense_hmm_sample(device: torch.device) -> None:
    from pomegranate.distributions import Exponential
    from pomegranate.hmm import DenseHMM

    states = [Exponential([1.0]), Exponential([2.0])]
    DenseHMM(states, edges=[[0.5, 0.5], [0.5, 0.5]], starts=[0.5, 0.5], sample_length=3).to(device).sample(2)


def pomegranate_sparse_hmm_sample(device: torch.device) -> None:
    from pomegranate.distributions import Exponential
    from pomegranate.hmm import SparseHMM

    first, second = Exponential([1.0]), Exponential([2.0])
    edges = [[first, first, 0.5], [first, second, 0.5], [second, second, 1.0]]
    SparseHMM([first, second], edges=edges, starts=[0.5, 0.5], sample_length=3, random_state=0).to(device).sample(2)


def pyabsa_focal_loss(device: torch.device) -> None:
    from pyabsa.networks.losses.FocalLoss import FocalLoss

    loss = FocalLoss(gamma=2, alpha=[1.0, 2.0]).to(device)
    loss(torch.randn(3, 2, device=device), torch.tensor([0, 1, 1], device=device))


def pyhealth_kg_inference(device: torch.device) -> None:
    from pyhealth.medcode.pretrained_embeddings.kg_emb.models.kg_base import KGEBaseModel

    model = KGEBaseModel(SimpleNamespace(entity_num=4, relation_num=2), e_dim=3, r_dim=3)
    model.calc = lambda head, relation, tail, mode: (head + relation - tail).sum(dim=-1)
    model.to(device).inference(relation=[1], tail=[2])


def pyhealth_sparsemax(device: torch.device) -> None:
    from pyhealth.models.adacare import Sparsemax

    Sparsemax()(torch.randn(2, 3, device=device))


def pyod_anomalydae(device: torch.device) -> None:
    from pyod.models.pyg_anomalydae import AnomalyDAE
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    AnomalyDAE(epochs=1).fit(graph.to(device))


def pyod_cola(device: torch.device) -> None:
    from pyod.models.pyg_cola import CoLA
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    CoLA(epochs=1).fit(graph.to(device))


def pyod_conad(device: torch.device) -> None:
    from pyod.models.pyg_conad import CONAD
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    CONAD(epochs=1).fit(graph.to(device))


def pyod_dominant(device: torch.device) -> None:
    from pyod.models.pyg_dominant import DOMINANT
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]))
    DOMINANT(epochs=1).fit(graph.to(device))


def pyod_guide(device: torch.device) -> None:
    from pyod.models.pyg_guide import GUIDE
    from torch_geometric.data import Data

    graph = Data(x=torch.rand(3, 2), edge_index=torch.tensor([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]]))
    GUIDE(epochs=1).fit(graph.to(device))
