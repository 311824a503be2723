"""The programs of findings in packages from torcheeg to torchtnt."""

from __future__ import annotations

import tempfile
from unittest.mock import MagicMock

import torch

from benchmarks.findings.finding import Wrong
from benchmarks.findings.stand_in import bare, stand_in


def torcheeg_feature_dim(device: torch.device) -> None:
    from torcheeg.models import FBCCNN

    FBCCNN(in_channels=2, grid_size=(3, 3)).to(device).feature_dim  # noqa: B018 - a property that computes


def torcheeg_position_table(device: torch.device) -> None:
    from torcheeg.models import SimpleViT

    model = SimpleViT(chunk_size=4, grid_size=(4, 4), t_patch_size=2, s_patch_size=(2, 2), hid_channels=12, depth=1)
    images = torch.randn(2, 4, 4, 4)
    model(images)
    model.to(device)(images.to(device))


def torcheeg_linear_dynamical_system(device: torch.device) -> None:
    from torcheeg.transforms import after_hook_linear_dynamical_system

    after_hook_linear_dynamical_system(list(torch.randn(4, 3, device=device)))


def torchegranate_exact(device: torch.device) -> None:
    from torchegranate.bayesian_network import BayesianNetwork

    data = torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0]], device=device)
    BayesianNetwork(algorithm="exact").fit(data)


def torchegranate_parent_graph(device: torch.device) -> None:
    from torchegranate.bayesian_network import _generate_parent_graph

    data = torch.tensor([[0, 1], [1, 0], [1, 1], [0, 0]], device=device)
    weights = torch.ones(4, device=device)
    _generate_parent_graph(data, weights, n_categories=torch.tensor([2, 2]), column_idx=1, max_parents=1)


def torchegranate_categorical(device: torch.device) -> None:
    from torchegranate.distributions import Categorical

    Categorical([[0.25, 0.75]], check_data=False).to(device).log_probability(torch.tensor([[0], [1]], device=device))


def torchegranate_conditional_summary(device: torch.device) -> None:
    from torchegranate.distributions import ConditionalCategorical

    made = ConditionalCategorical([[[0.25, 0.75], [0.5, 0.5]]]).to(device)
    made.summarize(torch.tensor([[[1], [0]], [[0], [0]], [[1], [1]]], device=device))


def torchegranate_joint_summary(device: torch.device) -> None:
    from torchegranate.distributions import JointCategorical

    made = JointCategorical([[0.5, 0.0], [0.25, 0.25]], inertia=0.1, check_data=False).to(device)
    made.summarize(torch.tensor([[0, 0], [1, 0], [1, 1]], device=device))
    made.from_summaries()


def torchegranate_sparse_sample(device: torch.device) -> None:
    from torchegranate.distributions import Exponential
    from torchegranate.hmm import SparseHMM

    low, high = Exponential([1.0]), Exponential([9.0])
    edges = [[low, low, 0.7], [low, high, 0.2], [high, low, 0.3], [high, high, 0.6]]
    SparseHMM([low, high], edges=edges, starts=[0.6, 0.4], ends=[0.1, 0.1], sample_length=4).to(device).sample(2)


def torcheval_bleu(device: torch.device) -> None:
    from torcheval.metrics.functional import bleu_score

    bleu_score("the squirrel is eating the nut", ["a squirrel is eating a nut"], n_gram=2, device=device)


def torchio_affine(device: torch.device) -> None:
    from torchio import LabelMap

    LabelMap(tensor=torch.zeros(1, 2, 3, 4), affine=2 * torch.eye(4, device=device))


def torchio_save(device: torch.device) -> None:
    from torchio import ScalarImage

    image = ScalarImage(tensor=torch.rand(1, 2, 3, 4, device=device))
    with tempfile.TemporaryDirectory() as folder:
        image.save(f"{folder}/volume.nrrd")


def torchio_write_matrix(device: torch.device) -> None:
    from torchio.data.io import write_matrix

    with tempfile.TemporaryDirectory() as folder:
        write_matrix(torch.eye(4, dtype=torch.float64, device=device), f"{folder}/moved.tfm")


def torchio_random_noise(device: torch.device) -> None:
    from torchio import RandomNoise, ScalarImage

    RandomNoise(std=0.1)(ScalarImage(tensor=torch.rand(1, 2, 3, 4, device=device)))


def torchio_gif(device: torch.device) -> None:
    from torchio import ScalarImage

    image = ScalarImage(tensor=torch.rand(1, 4, 4, 4, device=device))
    with tempfile.TemporaryDirectory() as folder:
        image.to_gif(axis=0, duration=1, output_path=f"{folder}/slices.gif", rescale=False)


def torchlibrosa_dft(device: torch.device) -> None:
    stand_in("librosa")
    from torchlibrosa.stft import DFT

    DFT(4, norm="ortho").to(device).rdft(torch.randn(4, device=device))


def torchlibrosa_idft(device: torch.device) -> None:
    stand_in("librosa")
    from torchlibrosa.stft import DFT

    real, imaginary = torch.randn(2, 4, device=device)
    DFT(4, norm=None).to(device).idft(real, imaginary)


def torchquantum_xx_min_yy(device: torch.device) -> None:
    bare("torchquantum", "torchquantum.functional")
    from torchquantum.functional.xx_min_yy import xxminyy_matrix

    xxminyy_matrix(torch.randn(1, 2, device=device))


def torchquantum_xx_plus_yy(device: torch.device) -> None:
    bare("torchquantum", "torchquantum.functional")
    from torchquantum.functional.xx_plus_yy import xxplusyy_matrix

    xxplusyy_matrix(torch.randn(1, 2, device=device))


def torchrl_ted2flat(device: torch.device) -> None:
    from tensordict import TensorDict
    from torchrl.data import TED2Flat

    ends = torch.tensor([[0], [1], [0], [1]], device=device).bool()
    steps = torch.arange(5.0, device=device)[:, None]
    following = {"observation": steps[1:], "reward": steps[1:], "done": ends}
    data = TensorDict({"observation": steps[:-1], "done": ends, "next": following}, [4])
    TensorDict.memmap_ = lambda self, *args, **options: self
    TensorDict.make_memmap = lambda self, key, shape, dtype: self.set(key, torch.empty(shape, dtype=dtype))
    flat = TED2Flat()
    flat.is_full, flat.shift = False, 0
    flat(data)


def torchrl_flat2ted(device: torch.device) -> None:
    from tensordict import TensorDict
    from torchrl.data import Flat2TED

    ends = torch.tensor([[0], [1], [0], [1]], device=device).bool()
    data = TensorDict({"observation": torch.arange(6.0, device=device)[:, None], "done": ends, "reward": ends.float()})
    for key, value in (("_storage_shape", 4), ("shift", 0), ("is_full", True)):
        data.set_non_tensor(key, value)
    Flat2TED()(data)


def torchrl_gsde(device: torch.device) -> None:
    from torch.distributions import AffineTransform
    from torchrl.envs.utils import ExplorationType, set_exploration_type
    from torchrl.modules.models.exploration import gSDEModule

    noise = gSDEModule(2, 3, transform=AffineTransform(torch.zeros(2), torch.full((2,), 0.5)))
    policy = torch.nn.ModuleDict({"noise": noise}).to(device)
    with set_exploration_type(ExplorationType.RANDOM):
        policy["noise"](torch.zeros(1, 2, device=device), torch.ones(1, 3, device=device), None)


def torchrl_trackio_video(device: torch.device) -> None:
    stand_in("trackio")
    from torchrl.record.loggers.trackio import TrackioLogger

    logger = MagicMock(spec=TrackioLogger, video_fps=30, experiment=MagicMock())
    TrackioLogger.log_video(logger, "episode", torch.zeros(1, 2, 3, 4, 4, device=device))


def torchrl_sglang_device(device: torch.device) -> None:
    from torchrl.weight_update.llm.sglang_nccl import SGLangCollectiveTransport

    if device.type == "cuda":
        torch.cuda.set_device(1)
    transport = SGLangCollectiveTransport("http://localhost", "localhost", 1, rank=0, world_size=1, device=device)
    weight = torch.ones(1, device=device)
    if device.type == "cuda" and transport.device != weight.device.index:
        raise Wrong(f"the weights are on {weight.device}, the transport uses GPU {transport.device}")


def torchsurv_auc(device: torch.device) -> None:
    from torchsurv.metrics.auc import Auc

    time = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], device=device)
    event = torch.tensor([True, False, True, True, False], device=device)
    Auc()(torch.randn(5, device=device), event, time, new_time=torch.tensor([2.5, 3.5], device=device))


def torchsurv_censoring_martingale(device: torch.device) -> None:
    from torchsurv.metrics.auc import Auc

    auc = Auc()
    auc.time = torch.tensor([1.0, 2.0, 3.0], device=device)
    auc.event = torch.tensor([True, False, True], device=device)
    auc._integral_censoring_martingale_divided_survival()


def torchsurv_auc_unique(device: torch.device) -> None:
    from torchsurv.metrics.auc import Auc

    time = torch.tensor([1.0, 2.0, 2.0], device=device)
    _, inverse, counts = torch.unique(time, sorted=True, return_inverse=True, return_counts=True)
    Auc._find_torch_unique_indices(inverse, counts)


def torchsurv_brier_unique(device: torch.device) -> None:
    from torchsurv.metrics.brier_score import BrierScore

    time = torch.tensor([1.0, 2.0, 2.0], device=device)
    _, inverse, counts = torch.unique(time, sorted=True, return_inverse=True, return_counts=True)
    BrierScore._find_torch_unique_indices(inverse, counts)


def torchtnt_early_stop(device: torch.device) -> None:
    bare("torchtnt", "torchtnt.utils")
    from torchtnt.utils.early_stop_checker import EarlyStopChecker

    EarlyStopChecker("min", patience=2, stopping_threshold=0.0).check(torch.tensor(0.5, device=device))
