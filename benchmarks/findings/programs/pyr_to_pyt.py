"""The programs of findings in packages from pyro-ppl to pytorch-widedeep."""

from __future__ import annotations

import tempfile
from typing import Any

import numpy as np
import torch
from torch import nn

from benchmarks.findings.resuming import resume
from benchmarks.findings.stand_in import bare


def pyro_ppl_cevae_fit(device: torch.device) -> None:
    from pyro.contrib.cevae import CEVAE

    x, t, y = torch.randn(20, 3, device=device), torch.rand(20, device=device), torch.rand(20, device=device)
    model = CEVAE(3, latent_dim=2, hidden_dim=4, num_layers=2).to(device)
    model.fit(x, t.round(), y.round(), num_epochs=1, batch_size=10)


def pyro_ppl_compute_bin_probs(device: torch.device) -> None:
    from pyro.contrib.epidemiology.util import compute_bin_probs

    compute_bin_probs(torch.rand(3, device=device), num_quant_bins=16)


def pyro_ppl_quantize_enumerate(device: torch.device) -> None:
    from pyro.contrib.epidemiology.util import quantize_enumerate

    quantize_enumerate(torch.rand(3, device=device) * 5, 0, 5)


def pyro_ppl_mue_write(device: torch.device) -> None:
    from pyro.contrib.mue.dataloaders import write

    with tempfile.TemporaryDirectory() as folder:
        write(
            torch.eye(4, dtype=torch.double, device=device).unsqueeze(0),
            np.array(list("ACGT")),
            f"{folder}/sequences.fasta",
        )


def model(device: torch.device) -> Any:
    from pyro.contrib.mue.missingdatahmm import MissingDataDiscreteHMM

    initial, transition, observation = torch.randn(3), torch.randn(3, 3), torch.randn(3, 4)
    return MissingDataDiscreteHMM(*(logits.to(device).log_softmax(-1) for logits in (initial, transition, observation)))


def pyro_ppl_hmm_filter(device: torch.device) -> None:
    model(device).filter(torch.eye(4, device=device))


def pyro_ppl_hmm_map_states(device: torch.device) -> None:
    model(device).map_states(torch.eye(4, device=device))


def pyro_ppl_hmm_given_states(device: torch.device) -> None:
    model(device).given_states(torch.tensor([0, 1, 2], device=device))


def pyro_ppl_profile_hmm_fit(device: torch.device) -> None:
    from pyro.contrib.mue.dataloaders import BiosequenceDataset
    from pyro.contrib.mue.models import ProfileHMM

    dataset = BiosequenceDataset(["ACGT", "ACGA"], "list", "ACGT")
    dataset.seq_data = dataset.seq_data.float()
    model = ProfileHMM(4, 4, cuda=device.type == "cuda").to(device)
    model.fit_svi(dataset, epochs=1, batch_size=2)


def pyro_ppl_factor_mue_fit(device: torch.device) -> None:
    from pyro.contrib.mue.dataloaders import BiosequenceDataset
    from pyro.contrib.mue.models import FactorMuE

    dataset = BiosequenceDataset(["ACGT", "ACGA"], "list", "ACGT")
    dataset.seq_data = dataset.seq_data.float()
    model = FactorMuE(4, 4, 2, cuda=device.type == "cuda").to(device)
    model.fit_svi(dataset, epochs=1, batch_size=2)


def pyro_ppl_posterior_cov(device: torch.device) -> None:
    from pyro.contrib.oed.glmm.glmm import analytic_posterior_cov

    analytic_posterior_cov(torch.eye(2, device=device), torch.randn(3, 2, device=device), torch.ones((), device=device))


def pyro_ppl_laplace_hessian(device: torch.device) -> None:
    from pyro.contrib.oed.glmm.guides import LinearModelLaplaceGuide

    x = torch.randn(2, 3, device=device, requires_grad=True)
    LinearModelLaplaceGuide._hessian_diag((x**2).sum(), x, (3,))


def pyro_ppl_rtril(device: torch.device) -> None:
    from pyro.contrib.util import rtril

    rtril(torch.randn(3, 3, device=device))


def pyro_ppl_one_one_matching(device: torch.device) -> None:
    from pyro.distributions import OneOneMatching

    matching = OneOneMatching(torch.randn(3, 3, device=device), validate_args=True)
    matching.log_prob(torch.tensor([0, 1, 2], device=device))


def pyro_ppl_one_two_matching(device: torch.device) -> None:
    from pyro.distributions import OneTwoMatching

    matching = OneTwoMatching(torch.randn(4, 2, device=device), validate_args=True)
    matching.log_prob(torch.tensor([0, 1, 0, 1], device=device))


def pyro_ppl_goodness_of_fit(device: torch.device) -> None:
    from pyro.distributions.testing.gof import unif01_goodness_of_fit

    unif01_goodness_of_fit(torch.rand(1000, device=device))


def pyro_ppl_sylvester(device: torch.device) -> None:
    from pyro.distributions.transforms import Sylvester

    Sylvester(4, count_transforms=3).to(device)(torch.randn(4, device=device))


def pyro_ppl_eig_3d(device: torch.device) -> None:
    from pyro.ops.linalg import eig_3d

    eig_3d(torch.diag(torch.tensor([1.0, 2.0, 3.0], device=device)).unsqueeze(0))


def pyro_ppl_fit_generalized_pareto(device: torch.device) -> None:
    from pyro.ops.stats import fit_generalized_pareto

    fit_generalized_pareto(torch.rand(50, device=device))


def pytorch_ignite_load_objects_on_a_gpu(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save({"model": nn.Linear(2, 2).to(device).state_dict()}, path)
    return path


def pytorch_ignite_load_objects(path: str) -> None:
    from ignite.handlers import Checkpoint

    Checkpoint.load_objects({"model": nn.Linear(2, 2)}, path)


def pytorch_metric_learning_margin(device: torch.device) -> None:
    from pytorch_metric_learning.losses import MarginLoss

    loss = MarginLoss(num_classes=3).to(device)
    loss(torch.randn(6, 4, device=device), torch.tensor([0, 0, 1, 1, 2, 2], device=device))


def pytorch_minimize_frank_wolfe_trace(device: torch.device) -> None:
    from torchmin import minimize_constr

    target = torch.rand(4, 4, device=device)
    start = torch.zeros(4, 4, device=device)
    constraint = {"constr": "tracenorm", "options": {"t": 2.0, "max_iter": 2}}
    minimize_constr(lambda x: (x - target).square().sum(), start, method="frank-wolfe", **constraint)


def pytorch_minimize_frank_wolfe_birkhoff(device: torch.device) -> None:
    from torchmin import minimize_constr

    target = torch.rand(4, 4, device=device)
    start = torch.eye(4, device=device)
    constraint = {"constr": "birkhoff", "options": {"max_iter": 2}}
    minimize_constr(lambda x: (x - target).square().sum(), start, method="frank-wolfe", **constraint)


def pytorch_optimizer_adagrad(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptAdaGrad

    resume(DAdaptAdaGrad, device)


def pytorch_optimizer_adam(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptAdam

    resume(DAdaptAdam, device)


def pytorch_optimizer_sgd(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptSGD

    resume(DAdaptSGD, device)


def pytorch_optimizer_adan(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptAdan

    resume(DAdaptAdan, device)


def pytorch_optimizer_lion(device: torch.device) -> None:
    from pytorch_optimizer import DAdaptLion

    resume(DAdaptLion, device)


def pytorch_pretrained_bert_sampler(device: torch.device) -> None:
    bare("pytorch_pretrained_bert")
    from pytorch_pretrained_bert.modeling_transfo_xl_utilities import LogUniformSampler

    LogUniformSampler(range_max=20, n_sample=3).sample(torch.tensor([[4, 7]], device=device))


def pytorch_tabnet_encoder(device: torch.device) -> None:
    from pytorch_tabnet.tab_network import TabNetEncoder

    encoder = TabNetEncoder(input_dim=3, output_dim=1).eval().to(device)
    encoder(torch.randn(6, 3, device=device))


def pytorch_widedeep_binary_trick(device: torch.device) -> None:
    from pytorch_widedeep.losses_multitarget import MultiTargetClassificationLoss

    loss = MultiTargetClassificationLoss(binary_config=[0, 1], binary_trick=True)
    loss(torch.randn(3, 4, device=device), torch.ones(3, 2, device=device))
