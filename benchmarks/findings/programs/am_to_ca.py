"""The programs of findings in packages from amd-quark to catalyst."""

from __future__ import annotations

import tempfile

import torch
from torch import nn
from torch.utils.data import Dataset

from benchmarks.findings.finding import Wrong
from benchmarks.findings.stand_in import bare


def amd_quark_cayley(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.algorithm", "quark.torch.algorithm.rotation")
    from quark.torch.algorithm.rotation.cayley import SGDG

    weight = torch.nn.Parameter(torch.eye(3, device=device))
    weight.grad = torch.rand(3, 3, device=device)
    SGDG([weight], lr=0.1, stiefel=True).step()


def amd_quark_observer(device: torch.device) -> None:
    bare("quark", "quark.torch", "quark.torch.quantization", "quark.torch.quantization.observer")
    from quark.torch.quantization.observer.observer import UniformScalingObserver

    observer = UniformScalingObserver.__new__(UniformScalingObserver)
    seen = torch.tensor([float("inf"), float("-inf")], device=device)
    scale, _ = observer.calculate_int_quant_params(*seen)
    if scale.device != seen.device:
        raise Wrong(f"the values are on {seen.device}, the scale is on {scale.device}")


def asteroid_spatial_covariance(device: torch.device) -> None:
    bare("asteroid", "asteroid.dsp")
    from asteroid.dsp.beamforming import compute_scm

    compute_scm(torch.randn(1, 2, 3, 4, dtype=torch.complex64, device=device))


def asteroid_cross_correlation(device: torch.device) -> None:
    bare("asteroid", "asteroid.dsp")
    from asteroid.dsp.spatial import xcorr

    xcorr(torch.randn(2, 1, 8, device=device), torch.randn(2, 1, 4, device=device))


def asteroid_permutation_average(device: torch.device) -> None:
    bare("asteroid", "asteroid.losses")
    from asteroid.losses.pit_wrapper import PITLossWrapper

    def loss(estimates: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return (estimates - targets).pow(2).mean(dim=(1, 2))

    signals = torch.randn(2, 3, 2, 8, device=device)
    PITLossWrapper(loss, pit_from="perm_avg")(signals[0], signals[1], return_est=True)


def basicsr_imresize(device: torch.device) -> None:
    bare("basicsr", "basicsr.utils")
    from basicsr.utils.matlab_functions import imresize

    imresize(torch.rand(3, 8, 12, device=device), scale=0.25)


def batchtensor_shuffle_batch(device: torch.device) -> None:
    from batchtensor.tensor import shuffle_along_batch

    shuffle_along_batch(torch.randn(5, 2, device=device))


def batchtensor_shuffle_seq(device: torch.device) -> None:
    from batchtensor.tensor import shuffle_along_seq

    shuffle_along_seq(torch.randn(2, 5, device=device))


def bindsnet_network_monitor(device: torch.device) -> None:
    from bindsnet.network import Network
    from bindsnet.network.monitors import NetworkMonitor
    from bindsnet.network.nodes import Input

    network = Network()
    network.add_layer(Input(4), name="input")
    network.add_monitor(NetworkMonitor(network, state_vars=["s"]), name="monitor")
    network.to(device)
    network.run({"input": torch.ones(5, 1, 4, device=device)}, time=5)


def bindsnet_csrm_kernel(device: torch.device) -> None:
    from bindsnet.network import Network
    from bindsnet.network.nodes import CSRMNodes, Input
    from bindsnet.network.topology import Connection

    layers = {"input": Input(4, traces=True), "output": CSRMNodes(3, traces=True)}
    network = Network()
    for name, layer in layers.items():
        network.add_layer(layer, name=name)
    connection = Connection(*layers.values())
    network.add_connection(connection, source="input", target="output")
    network.to(device)
    network.run({"input": torch.ones(5, 2, 4, device=device)}, time=5)


def blitz_bayesian_pytorch_frozen(device: torch.device) -> None:
    from blitz.modules import BayesianLinear

    layer = BayesianLinear(3, 2, bias=False, freeze=True).to(device)
    layer(torch.randn(4, 3, device=device))


def botorch_conditional_kernel(device: torch.device) -> None:
    from botorch.models.hierarchical.conditional_kernel_gp import HierarchicalConditionalKernelGP
    from botorch.models.transforms.input import Normalize

    x = torch.rand(6, 3, dtype=torch.double, device=device)
    x[:, 0] = torch.arange(6, device=device) % 2
    y = torch.rand(6, 1, dtype=torch.double, device=device)
    HierarchicalConditionalKernelGP(x, y, {0: {0.0: [1], 1.0: [2]}}, input_transform=Normalize(d=3))


def botorch_corrupted_problem(device: torch.device) -> None:
    from botorch.test_functions import Branin
    from botorch.test_functions.base import CorruptedTestProblem

    def outliers(problem: object, X: torch.Tensor, bounds: object) -> torch.Tensor:
        return torch.zeros(X.shape[:-1], device=X.device)

    problem = CorruptedTestProblem(Branin(), outliers, outlier_fraction=0.5).to(device)
    problem(torch.rand(3, 2, device=device))


def captum_occlusion(device: torch.device) -> None:
    from captum.attr import Occlusion

    def total(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return a.sum(1) + b.sum(1)

    inputs = torch.randn(1, 4, device=device), torch.randn(1, 4, device=device)
    Occlusion(total).attribute(inputs, sliding_window_shapes=((2,), (2,)), perturbations_per_eval=4)


def captum_cosine_similarity(device: torch.device) -> None:
    from captum.influence._core.similarity_influence import cosine_similarity

    cosine_similarity(torch.randn(2, 3, device=device), torch.randn(4, 3, device=device))


class Samples(Dataset[torch.Tensor]):
    def __init__(self, device: torch.device) -> None:
        self.data = torch.randn(6, 3, device=device)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.data[index]


def distance(test: torch.Tensor, train: torch.Tensor) -> torch.Tensor:
    return torch.cdist(test.flatten(1), train.flatten(1))


def captum_similarity_influence(device: torch.device) -> None:
    from captum.influence import SimilarityInfluence

    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).to(device)
    with tempfile.TemporaryDirectory() as folder:
        similar = SimilarityInfluence(
            model, ["0", "2"], Samples(device), folder, "model", similarity_metric=distance, batch_size=6
        )
        similar.influence(torch.randn(2, 3, device=device), top_k=2)


def captum_load_checkpoint_on_a_gpu(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save(nn.Linear(2, 2).to(device).state_dict(), path)
    return path


def captum_load_checkpoint(path: str) -> None:
    from captum.influence._utils.common import _load_flexible_state_dict

    _load_flexible_state_dict(nn.Linear(2, 2), path)


def captum_pgd(device: torch.device) -> None:
    from captum.robust import PGD

    attack = PGD(nn.Linear(3, 2).to(device))
    inputs = torch.randn(1, 3, device=device)
    attack.perturb(inputs, radius=0.1, step_size=0.05, step_num=1, target=0, norm="L2", random_start=True)


def captum_basic_model(device: torch.device) -> None:
    from captum.testing.helpers.basic_models import BasicModel_GradientLayerAttribution

    BasicModel_GradientLayerAttribution().to(device)(torch.randn(1, 3, device=device))


def catalyst_categorical_regression(device: torch.device) -> None:
    from catalyst.contrib.losses.regression import CategoricalRegressionLoss

    loss = CategoricalRegressionLoss(num_atoms=4, v_min=0, v_max=3).to(device)
    now, later, target = torch.randn(3, 6, 4, device=device)
    loss(now, later, target)


def catalyst_quantile_regression(device: torch.device) -> None:
    from catalyst.contrib.losses.regression import QuantileRegressionLoss

    outputs, targets = torch.randn(2, 6, 4, device=device)
    QuantileRegressionLoss(num_atoms=4).to(device)(outputs, targets)


def catalyst_binary_auc(device: torch.device) -> None:
    from catalyst.metrics.functional import binary_auc

    scores = torch.linspace(0, 1, 6, device=device)
    binary_auc(scores, (scores > 0.5).long())


def catalyst_average_precision(device: torch.device) -> None:
    from catalyst.metrics.functional import binary_average_precision

    outputs = torch.rand(7, 2, device=device)
    binary_average_precision(outputs, (outputs > 0.4).float())
