"""The programs of findings in packages from pyvene to strnn-hv."""

from __future__ import annotations

import tempfile
from typing import Any

import torch

from benchmarks.findings.finding import Wrong
from benchmarks.findings.stand_in import bare, stand_in


def intervenable_of_pyvene_load(device: torch.device | str) -> Any:
    import pyvene
    from pyvene.models.mlp.modelings_intervenable_mlp import create_mlp_classifier
    from pyvene.models.mlp.modelings_mlp import MLPConfig

    _, _, model = create_mlp_classifier(MLPConfig(h_dim=4, n_layer=1, num_classes=2))
    place = {"layer": 0, "component": "block_output", "intervention_type": pyvene.RotatedSpaceIntervention}
    made = pyvene.IntervenableModel(pyvene.IntervenableConfig([place]), model.to(device))
    made.set_device(device)
    made.enable_model_gradients()
    return made


def pyvene_load_on_a_gpu(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    intervenable_of_pyvene_load(device).save(folder)
    return folder


def pyvene_load(folder: str) -> None:
    from pyvene import IntervenableModel

    IntervenableModel.load(folder, intervenable_of_pyvene_load("cpu").model)


def intervenable_of_pyvene_load_intervention(device: torch.device | str) -> Any:
    import pyvene
    from pyvene.models.mlp.modelings_intervenable_mlp import create_mlp_classifier
    from pyvene.models.mlp.modelings_mlp import MLPConfig

    _, _, model = create_mlp_classifier(MLPConfig(h_dim=4, n_layer=1, num_classes=2))
    place = {"layer": 0, "component": "block_output", "intervention_type": pyvene.VanillaIntervention}
    made = pyvene.IntervenableModel(pyvene.IntervenableConfig([place]), model.to(device))
    made.set_device(device)
    made.enable_model_gradients()
    return made


def pyvene_load_intervention_on_a_gpu(device: torch.device) -> str:
    folder = tempfile.mkdtemp()
    intervenable_of_pyvene_load_intervention(device).save_intervention(folder)
    return folder


def pyvene_load_intervention(folder: str) -> None:
    intervenable_of_pyvene_load_intervention("cpu").load_intervention(folder)


def rajo_average_precision(device: torch.device) -> None:
    bare("rajo", "rajo.metrics")
    stand_in("rajo.distributed")
    from rajo.metrics.raw import average_precision

    average_precision(torch.rand(6, 2, device=device), torch.tensor([0, 1, 1, 0, 1, 0], device=device))


def realesrgan_gpu_id(device: torch.device) -> None:
    bare("realesrgan")
    stand_in("basicsr", "utils", "utils.download_util")
    from realesrgan.utils import RealESRGANer

    if device.type == "cuda":
        torch.cuda.set_device(1)
    model = torch.nn.Linear(2, 2)
    with tempfile.TemporaryDirectory() as folder:
        torch.save({"params": model.state_dict()}, f"{folder}/model.pth")
        upsampler = RealESRGANer(4, f"{folder}/model.pth", model=model, gpu_id=0)
    if upsampler.model.weight.device != device:
        raise Wrong(f"gpu_id=0 put the model on {upsampler.model.weight.device}")


def sbi_misspecification(device: torch.device) -> None:
    from sbi.diagnostics.misspecification import calculate_p_misspecification

    calculate_p_misspecification(torch.randn(3, 2, device=device), torch.randn(8, 2, device=device), n_shuffle=4)


def sbi_gaussian_mixture(device: torch.device) -> None:
    bare("sbi", "sbi.simulators")
    from sbi.simulators.gaussian_mixture import gaussian_mixture

    gaussian_mixture(torch.randn(3, 2, device=device))


def sbi_c2st_noise(device: torch.device) -> None:
    from sbi.utils.metrics import c2st

    samples = torch.randn(2, 20, 2, device=device)
    c2st(samples[0], samples[1], n_folds=2, classifier="rf", noise_scale=0.1)


def sbi_wasserstein(device: torch.device) -> None:
    from sbi.utils.metrics import wasserstein_2_squared

    wasserstein_2_squared(torch.randn(4, 2, device=device), torch.randn(4, 2, device=device), max_iter=3)


def sbi_regularized_transport(device: torch.device) -> None:
    from sbi.utils.metrics import regularized_ot_dual

    weights = torch.full((1, 4), 0.25, device=device)
    regularized_ot_dual(weights, weights, torch.rand(1, 4, 4, device=device), max_iter=3)


def sbi_made(device: torch.device) -> None:
    from sbi.utils.nn_utils import MADEMoGWrapper

    made = MADEMoGWrapper(features=2, hidden_features=8, context_features=3).to(device)
    made.log_prob(torch.randn(4, 2, device=device), context=torch.randn(4, 3, device=device))


def sbi_kde_log_eval(device: torch.device) -> None:
    from sbi.utils import gaussian_kde_log_eval

    gaussian_kde_log_eval(torch.randn(5, 2, device=device), torch.randn(1, 2, device=device))


def snntorch_export_nir(device: torch.device) -> None:
    import snntorch
    from snntorch.export_nir import export_to_nir

    lif = snntorch.Leaky(beta=0.9 * torch.ones(2), threshold=torch.ones(2), init_hidden=True)
    net = torch.nn.Sequential(torch.nn.Linear(3, 2), lif).to(device)
    export_to_nir(net, torch.ones(1, 3, device=device), ignore_dims=[0])


def spandrel_omnisr_dropsample(device: torch.device) -> None:
    stand_in("torchvision", "transforms", "transforms.functional", "models", "ops")
    from spandrel.architectures.OmniSR.__arch.OSA import Dropsample

    Dropsample(0.5).to(device)(torch.rand(4, 3, 4, 4, device=device))


def speechbrain_encoder_bos(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.dataio.encoder import TextEncoder

    encoder = TextEncoder()
    encoder.update_from_iterable("abc")
    encoder.insert_bos_eos()
    encoder.prepend_bos_index(torch.tensor([3.0, 4.0], device=device))


def speechbrain_encoder_eos(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.dataio.encoder import TextEncoder

    encoder = TextEncoder()
    encoder.update_from_iterable("abc")
    encoder.insert_bos_eos()
    encoder.append_eos_index(torch.tensor([3.0, 4.0], device=device))


def speechbrain_ecapa_classifier(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.lobes.models.ECAPA_TDNN import Classifier

    Classifier(2, device=device, lin_neurons=2, out_neurons=2)


def speechbrain_resnet_classifier(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.lobes.models.ResNet import Classifier

    Classifier(2, device=device, lin_neurons=2, out_neurons=2)


def speechbrain_vae_loss(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.nnet.autoencoders import VariationalAutoencoderOutput
    from speechbrain.nnet.losses import VariationalAutoencoderLoss

    rec, targets = torch.rand(3, 2, device=device), torch.rand(3, 2, device=device)
    mean, log_var = torch.zeros(3, 1, device=device), torch.zeros(3, 1, device=device)
    latent = torch.zeros(3, 1, device=device)
    whole = torch.ones(3, device=device)
    VariationalAutoencoderLoss()(VariationalAutoencoderOutput(rec, latent, mean, log_var, latent, whole), targets)


def speechbrain_quaternion_lstm(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.nnet.quaternion_networks.q_RNN import QLSTM

    model = QLSTM(hidden_size=4, input_shape=(2, 5, 40), dropout=0.2).to(device)
    model(torch.rand(2, 5, 40, device=device))


def speechbrain_nmf(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.NMF import NMF_separate_spectra

    bases = [torch.rand(11, 3, device=device), torch.rand(11, 3, device=device)]
    NMF_separate_spectra(bases, torch.rand(2, 5, 11, device=device))


def speechbrain_filterbank(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.features import Filterbank

    Filterbank(freeze=False).to(device)(torch.rand(2, 10, 201, device=device))


def speechbrain_global_norm(device: torch.device) -> None:
    stand_in("torchaudio", "functional", "transforms")
    from speechbrain.processing.features import GlobalNorm

    GlobalNorm().to(device)(torch.rand(2, 10, 4, device=device))


def strnn_hv_generate_sample(device: torch.device) -> None:
    import numpy as np
    from strnn.models.strNNDensityEstimator import StrNNDensityEstimator

    model = StrNNDensityEstimator(
        nin=3, hidden_sizes=(6,), nout=3, opt_type="greedy", adjacency=np.tril(np.ones((3, 3)), -1)
    )
    model.to(device).generate_sample(1.0)
