"""The programs of findings in packages from cellbender to gpytorch."""

from __future__ import annotations

import importlib
import io
import os
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from benchmarks.findings.stand_in import bare, stand_in


def cellbender_simulate_ambient(device: torch.device) -> None:
    from cellbender.remove_background.data.extras import simulate

    importlib.reload(simulate)  # it looks for a GPU when it is imported
    simulate.generate_sample_model_dataset(
        n_droplets=20, n_genes=10, cells_of_each_type=[4, 4], cell_mean_umi=[500, 600], empty_mean_umi=50
    )


def cellbender_simulate_sizes(device: torch.device) -> None:
    from cellbender.remove_background.data.extras import simulate

    importlib.reload(simulate)  # it looks for a GPU when it is imported
    profile = torch.full((4,), 0.25, device=simulate.DEVICE)
    simulate.sample_from_model(
        num=3, chi=profile, d_mu=5.0, d_sigma=0.1, v_mu=3.0, v_sigma=0.1, y=1, chi_ambient=profile, eps_param=50.0
    )


def cellbender_regularize_mu_gene(device: torch.device) -> None:
    import numpy as np
    from cellbender.remove_background.posterior import IndexConverter, PRmu
    from scipy.sparse import coo_matrix

    log_probability = np.log(np.array([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]))
    PRmu._chunked_compute_regularized_posterior(
        noise_count_posterior_coo=coo_matrix(log_probability),
        noise_offsets={0: 0},
        index_converter=IndexConverter(total_n_cells=1, total_n_genes=2),
        beta=torch.zeros(2, device=device),
        device=device.type,
        n_chunks=1,
    )


def coqui_tts_graves_attention(device: torch.device) -> None:
    bare("TTS", "TTS.tts", "TTS.tts.layers", "TTS.tts.layers.tacotron")
    from TTS.tts.layers.tacotron.attentions import GravesAttention

    attention = GravesAttention(query_dim=4, K=2).eval()
    for place in (device, torch.device("cpu")):
        attention.to(place)
        inputs = torch.randn(1, 5, 4, device=place)
        attention.init_states(inputs)
        attention(torch.randn(1, 4, device=place), inputs, None, None)


def deepchem_segment_sum(device: torch.device) -> None:
    bare("deepchem", "deepchem.utils")
    from deepchem.utils.pytorch_utils import unsorted_segment_sum

    unsorted_segment_sum(torch.randn(3, 4, device=device), torch.tensor([0, 1, 0], device=device), 2)


def deepopt_batch_norm(device: torch.device) -> None:
    from deepopt.configuration import ConfigSettings
    from deepopt.surrogate_utils import MLPLayer

    config = ConfigSettings("nnEnsemble")
    config.config_settings.update(batchnorm=True, dropout=False, activation="relu")
    MLPLayer(config, 3, 3, is_first=True, is_last=False).to(device)(torch.randn(4, 3, device=device))


def diffusers_sincos_pos_embed(device: torch.device) -> None:
    from diffusers.models.embeddings import get_2d_sincos_pos_embed

    get_2d_sincos_pos_embed(8, 4, cls_token=True, extra_tokens=1, device=device)


def diffusers_free_init(device: torch.device) -> None:
    from diffusers.pipelines.free_init_utils import FreeInitMixin

    mixin = FreeInitMixin()
    latents = torch.randn(1, 4, 4, 4, 4, device=device)
    shape = (1, *latents.shape[1:])
    low_pass = mixin._get_free_init_freq_filter(shape, latents.device, "butterworth", 4, 0.0, 0.25)
    mixin._apply_freq_filter(latents, torch.randn_like(latents), low_pass)


class _Tokenizer:
    """Gives ids on the CPU, as tokenizers do, as many as the prompt has words."""

    model_max_length = 4

    def __call__(self, prompt: str, **options: object) -> SimpleNamespace:
        words = len(prompt.split())
        size = min(words, 4) if options.get("truncation") else words
        return SimpleNamespace(input_ids=torch.ones(1, size).long(), attention_mask=torch.ones(1, size).long())

    def batch_decode(self, ids: torch.Tensor) -> list[str]:
        return ["word"] * len(ids)


class _Encoder(torch.nn.Module):
    config = SimpleNamespace(model_type="encoder")

    def forward(self, ids: torch.Tensor, attention_mask: torch.Tensor) -> tuple[torch.Tensor]:
        return ((ids * attention_mask).unsqueeze(-1).float(),)


def diffusers_stable_audio_3(device: torch.device) -> None:
    from diffusers.pipelines.stable_audio_3.pipeline_stable_audio_3 import StableAudio3Pipeline

    held = SimpleNamespace(tokenizer=_Tokenizer(), text_encoder=_Encoder().to(device))
    StableAudio3Pipeline.encode_prompt(held, "rain on a tin roof", device, 1)


def e3nn_standard_representation(device: torch.device) -> None:
    from e3nn.math.perm import standard_representation

    standard_representation((2, 0, 1), device=device)


def facexlib_landmarks(device: torch.device) -> None:
    bare("facexlib", "facexlib.alignment")
    vars(np)["float"] = float  # a name that the package uses and NumPy 2 does not have
    from facexlib.alignment.awing_arch import FAN

    model = FAN(num_modules=1, device="cpu").eval()
    for weight in model.parameters():
        torch.nn.init.zeros_(weight)  # no landmark in the last corner: the package reads beyond it
    model.to(device).get_landmarks(np.zeros((32, 32, 3), np.uint8))


def fairscale_wgit_repo_on_a_gpu(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save({"weight": torch.ones(3, device=device)}, path)
    return path


def fairscale_wgit_repo(path: str) -> None:
    from fairscale.experimental.wgit.repo import Repo

    os.chdir(Path(path).parent)
    Repo(Path(path).parent, init=True).add("checkpoint.pt")


def fairscale_sha1_store_on_a_gpu(device: torch.device) -> str:
    path = f"{tempfile.mkdtemp()}/checkpoint.pt"
    torch.save({"weight": torch.ones(3, device=device)}, path)
    return path


def fairscale_sha1_store(path: str) -> None:
    from fairscale.experimental.wgit.sha1_store import SHA1_Store

    store = SHA1_Store(Path(tempfile.mkdtemp()) / "store", init=True)
    store.add(path)


def fastai_save_jpg(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "transforms.functional", "ops", "utils")
    for module in ("kornia", "skimage", "fastai.vision.learner"):
        stand_in(module)
    from fastai.medical.imaging import dicom_windows

    image: Any = torch.rand(8, 8, device=device)
    with tempfile.TemporaryDirectory() as folder:
        image.save_jpg(f"{folder}/slice", [dicom_windows.brain, dicom_windows.lungs, dicom_windows.liver])


def fastai_lookahead(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from fastai.optimizer import SGD, Lookahead

    weight = torch.nn.Parameter(torch.ones(3, device=device))

    def optimizer() -> Lookahead:
        made = Lookahead(SGD([weight], lr=0.1), k=1)
        weight.grad = torch.ones_like(weight)
        return made

    before = optimizer()
    before.step()
    saved = io.BytesIO()
    torch.save(before.state_dict(), saved)
    saved.seek(0)
    after = optimizer()
    after.load_state_dict(torch.load(saved, map_location="cpu", weights_only=False))
    after.step()


def glasflow_bernoulli(device: torch.device) -> None:
    from glasflow.nflows.distributions.discrete import ConditionalIndependentBernoulli

    distribution = ConditionalIndependentBernoulli([3]).to(device)
    distribution.sample(2, torch.zeros(4, 3, device=device))


def gmlsnets_pytorch_map_to_poly(device: torch.device) -> None:
    from gmlsnets_pytorch.nn import MapToPoly, MapToPoly_Function

    points = torch.linspace(0, 1, 5)[:, None]
    layer = MapToPoly(1, MapToPoly_Function.weight_one_minus_r, {"epsilon": 0.5, "p": 4}, points, epsilon=0.5)
    layer.to(device)(torch.randn(1, 1, 5, device=device))


def gmlsnets_pytorch_max_pool(device: torch.device) -> None:
    from gmlsnets_pytorch.nn import MaxPoolOverPoints

    points = torch.linspace(0, 1, 5, device=device)[:, None]
    MaxPoolOverPoints(points, epsilon=0.3, device=device)(torch.randn(2, 5, device=device))


def gpytorch_multitask_index(device: torch.device) -> None:
    from gpytorch.distributions import MultitaskMultivariateNormal

    normal = MultitaskMultivariateNormal(torch.zeros(3, 2, device=device), torch.eye(6, device=device))
    normal[torch.tensor([0, 1], device=device), :]
