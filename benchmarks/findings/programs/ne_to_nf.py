"""The programs of findings in packages from nebulae to nflows."""

from __future__ import annotations

import tempfile
from typing import Any

import torch
from torch import nn

from benchmarks.findings.stand_in import bare, stand_in


def nebulae_graph_laplacian(device: torch.device) -> None:
    from nebulae.astro.craft import GraphConvLap

    GraphConvLap(order=2, in_chs=3, out_chs=3, lap=torch.eye(4, device=device))


def nebulae_warp(device: torch.device) -> None:
    from nebulae.astro.craft import Warp

    Warp()(torch.randn(1, 3, 4, 4, device=device), torch.zeros(1, 2, 4, 4, device=device))


def nebulae_time_machine_on_a_gpu(device: torch.device) -> Any:
    from nebulae.power.time_machine import TimeMachine

    folder = tempfile.mkdtemp()
    machine = TimeMachine(folder, folder)
    machine.drop(nn.Linear(2, 2).to(device), file="net.pth")
    return machine


def nebulae_time_machine(machine: Any) -> None:
    machine.to(nn.Linear(2, 2), file="net.pth")


def nerfstudio_rotation_between(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import rotation_matrix_between

    x, y = torch.tensor([1.0, 0.0, 0.0], device=device), torch.tensor([0.0, 1.0, 0.0], device=device)
    rotation_matrix_between(x, y)


def poses(device: torch.device) -> torch.Tensor:
    cameras = torch.eye(4).repeat(4, 1, 1)
    origins = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [-1.0, 0.0, 2.0], [0.0, -1.0, 2.0]])
    cameras[:, :3, 3] = origins
    cameras[:, :3, 2] = origins / origins.norm(dim=1, keepdim=True)
    return cameras.to(device)


def nerfstudio_orient_focus(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import auto_orient_and_center_poses

    auto_orient_and_center_poses(poses(device), method="pca", center_method="focus")


def nerfstudio_orient_up(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import auto_orient_and_center_poses

    auto_orient_and_center_poses(poses(device), method="up", center_method="poses")


def nerfstudio_orient_none(device: torch.device) -> None:
    from nerfstudio.cameras.camera_utils import auto_orient_and_center_poses

    auto_orient_and_center_poses(poses(device), method="none", center_method="poses")


def nerfstudio_dataparser_transform(device: torch.device) -> None:
    from nerfstudio.data.dataparsers.base_dataparser import DataparserOutputs

    outputs = DataparserOutputs(image_filenames=[], cameras=None)
    outputs.transform_poses_to_original_space(torch.eye(4, device=device)[None, :3])


def nerfstudio_text_embeddings(device: torch.device) -> None:
    from nerfstudio.generative.positional_text_embeddings import PositionalTextEmbeddings

    embeddings = PositionalTextEmbeddings.__new__(PositionalTextEmbeddings)
    embeddings.positional_prompting = "interpolated"
    embeddings.side_embed = embeddings.front_embed = embeddings.top_embed = torch.ones(2, device=device)
    angle = torch.tensor([10.0], device=device)
    embeddings.get_text_embedding(angle, angle)


def neuralforecast_timemixer(device: torch.device) -> None:
    bare("neuralforecast", "neuralforecast.models", "neuralforecast.common")
    stand_in("ray")
    from neuralforecast.models.timemixer import TimeMixer

    model = TimeMixer(h=2, input_size=8, n_series=3, d_model=4, d_ff=4, e_layers=1, down_sampling_method="conv")
    series = {"insample_y": torch.rand(1, 8, 3, device=device), "futr_exog": None, "hist_exog": None, "stat_exog": None}
    model.to(device)(series)


def neuralforecast_gaussian_copula(device: torch.device) -> None:
    bare("neuralforecast")
    from neuralforecast.utils import gaussian_copula_sample

    levels = torch.tensor([0.1, 0.5, 0.9], device=device)
    history = [torch.rand(20, device=device)]
    gaussian_copula_sample(levels, torch.rand(1, 4, 3, device=device).sort().values, history, n_paths=5)


def neuralforecast_schaake_shuffle(device: torch.device) -> None:
    bare("neuralforecast")
    from neuralforecast.utils import schaake_shuffle_sample

    levels = torch.tensor([0.1, 0.5, 0.9], device=device)
    history = [torch.rand(20, device=device)]
    schaake_shuffle_sample(levels, torch.rand(1, 4, 3, device=device).sort().values, history, n_paths=5)


def neuro_fuzzy_toolbox_gaussian(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.func.membership import Gaussian_MF
    from neuro_fuzzy_toolbox.models.anfis import h_ANFIS

    x = torch.rand(24, 2, device=device)
    model = h_ANFIS(2, 2, membership_function=Gaussian_MF()).to(device)
    model.init_premises(x)
    model(x)


def neuro_fuzzy_toolbox_premises(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import h_ANFIS

    x = torch.rand(24, 2, device=device)
    model = h_ANFIS(2, 2).to(device)
    model.init_premises(x)
    model(x)


def neuro_fuzzy_toolbox_uneven_premises(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import ANFIS

    x = torch.rand(24, 2, device=device)
    model = ANFIS([3, 2]).to(device)
    model.init_premises(x)
    model(x)


def neuro_fuzzy_toolbox_classes(device: torch.device) -> None:
    from neuro_fuzzy_toolbox.models.anfis import ANFIS

    x = torch.rand(24, 2, device=device)
    labels = torch.arange(24, device=device) % 2 + 5
    ANFIS([2, 2], outputs=2, output_type="softmax").to(device).init_consequents(x, labels)


def nflows_bernoulli_sample(device: torch.device) -> None:
    from nflows.distributions import ConditionalIndependentBernoulli

    ConditionalIndependentBernoulli(shape=[3]).to(device).sample(5, context=torch.rand(2, 3, device=device))


def nflows_mg1_uniform(device: torch.device) -> None:
    from nflows.distributions.uniform import MG1Uniform

    MG1Uniform(torch.zeros(3, device=device), torch.ones(3, device=device)).log_prob(
        torch.full((3,), 0.5, device=device)
    )


def nflows_lotka_volterra(device: torch.device) -> None:
    from nflows.distributions.uniform import LotkaVolterraOscillating

    LotkaVolterraOscillating().log_prob(torch.zeros(1, 4, device=device))


def nflows_made_sample(device: torch.device) -> None:
    from nflows.nn.nde.made import MixtureOfGaussiansMADE

    made = MixtureOfGaussiansMADE(features=2, hidden_features=8, context_features=3).to(device)
    made.sample(num_samples=2, context=torch.randn(4, 3, device=device))


def nflows_lu_inverse(device: torch.device) -> None:
    from nflows.transforms import LULinear

    LULinear(features=3).to(device).weight_inverse()


def nflows_sigmoid_temperature(device: torch.device) -> None:
    from nflows.transforms import Sigmoid

    Sigmoid().to(device)(torch.rand(2, 3, device=device))


def nflows_householder_matrix(device: torch.device) -> None:
    from nflows.transforms import HouseholderSequence

    HouseholderSequence(features=4, num_transforms=2).to(device).matrix()


def nflows_qr_inverse(device: torch.device) -> None:
    from nflows.transforms.qr import QRLinear

    QRLinear(features=3, num_householder=2).to(device).weight_inverse()


def nflows_linear_spline(device: torch.device) -> None:
    from nflows.transforms import MaskedPiecewiseLinearAutoregressiveTransform

    spline = MaskedPiecewiseLinearAutoregressiveTransform(num_bins=5, features=3, hidden_features=8).to(device)
    spline.inverse(torch.rand(2, 3, device=device))


def nflows_kde(device: torch.device) -> None:
    from nflows.utils.torchutils import gaussian_kde_log_eval

    gaussian_kde_log_eval(torch.randn(5, 2, device=device), torch.randn(1, 2, device=device))
