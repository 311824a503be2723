"""The programs of findings in packages from transformers to vit-pytorch."""

from __future__ import annotations

import torch

from benchmarks.findings.stand_in import stand_in


def transformers_conditional_detr(device: torch.device) -> None:
    from transformers.models.conditional_detr.image_processing_pil_conditional_detr import convert_segmentation_to_rle

    convert_segmentation_to_rle(torch.tensor([[0, 1], [1, -1]], device=device))


def transformers_longt5(device: torch.device) -> None:
    from transformers import LongT5Config
    from transformers.models.longt5.modeling_longt5 import LongT5TransientGlobalAttention

    config = LongT5Config(
        vocab_size=32,
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        encoder_attention_type="transient-global",
        local_radius=3,
        global_block_size=4,
    )
    attention = LongT5TransientGlobalAttention(config, has_relative_attention_bias=True).eval().to(device)
    attention(torch.randn(1, 4, 16, device=device))


def transformers_oneformer(device: torch.device) -> None:
    from transformers import OneFormerConfig
    from transformers.models.oneformer.modeling_oneformer import OneFormerTransformerModule

    config = OneFormerConfig(
        hidden_dim=16,
        mask_dim=16,
        conv_dim=16,
        num_attention_heads=2,
        dim_feedforward=16,
        encoder_feedforward_dim=16,
        decoder_layers=2,
        query_dec_layers=1,
        num_queries=4,
        enforce_input_proj=True,
    )
    model = OneFormerTransformerModule(in_features=16, config=config).eval().to(device)
    features = [torch.randn(1, 16, size, size, device=device) for size in (2, 4, 8)]
    model(features, torch.randn(1, 16, 8, 8, device=device), torch.randn(1, 16, device=device))


def transformers_trocr(device: torch.device) -> None:
    from transformers import TrOCRConfig, TrOCRForCausalLM

    config = TrOCRConfig(
        vocab_size=32,
        d_model=16,
        decoder_layers=1,
        decoder_attention_heads=2,
        decoder_ffn_dim=16,
        max_position_embeddings=32,
        cross_attention_hidden_size=16,
        use_learned_position_embeddings=False,
    )
    TrOCRForCausalLM(config).eval().to(device)(torch.tensor([[3, 4, 5]], device=device))


def transformers_udop(device: torch.device) -> None:
    from transformers.models.udop.modeling_udop import RelativePositionBias1D

    bias = RelativePositionBias1D(num_heads=2, prefix_bucket=True, expand=True).to(device)
    bias(torch.ones(1, 4, device=device), torch.rand(1, 4, 4, device=device))


def tsai_sliding_window(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.data.preparation import SlidingWindow

    SlidingWindow(2, get_y=[])(torch.randn(9, device=device))


def tsai_tsfresh(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.utils import to_tsfresh_df

    to_tsfresh_df(torch.randn(2, 3, 4, device=device))


def tsai_slice_by_dim(device: torch.device) -> None:
    stand_in("torchvision", "models", "transforms", "ops")
    from tsai.utils import torch_slice_by_dim

    torch_slice_by_dim(torch.randn(3, 4, device=device), [[0], [3], [2]])


def vector_quantize_pytorch_latent(device: torch.device) -> None:
    from vector_quantize_pytorch import LatentQuantize

    quantizer = LatentQuantize(levels=[3, 5], dim=2, optimize_values=False).to(device)
    quantizer(torch.randn(1, 2, 6, device=device))


def vit_pytorch_dropsample(device: torch.device) -> None:
    stand_in("torchvision", "transforms", "transforms.functional", "models", "ops")
    from vit_pytorch.max_vit import Dropsample

    Dropsample(0.5).to(device)(torch.rand(4, 3, 4, 4, device=device))


def vit_pytorch_mpp_loss(device: torch.device) -> None:
    from vit_pytorch.mpp import MPPLoss

    loss = MPPLoss(4, 3, 2, 1.0, mean=[0.5, 0.5, 0.5], std=[0.2, 0.2, 0.2]).to(device)
    loss(
        torch.randn(2, 4, 64, device=device),
        torch.rand(2, 3, 8, 8, device=device),
        torch.ones(2, 4, dtype=torch.bool, device=device),
    )
