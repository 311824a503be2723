"""Samples of Captum."""

from __future__ import annotations

from typing import Any

import torch
from captum import attr
from captum.attr import LayerActivation, LayerGradCam, TokenReferenceBase
from torch import nn

from tests.stubs.sample import Arguments, Sample


def _net(device: str) -> nn.Sequential:
    return nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3)).to(device)


def _with_baselines(name: str) -> Any:
    def made(device: str) -> Arguments:
        net = _net(device)
        return {
            "self": getattr(attr, name)(net),
            "inputs": torch.rand(2, 4, device=device),
            "baselines": torch.zeros(2, 4, device=device),
            "target": torch.tensor([0, 2], device=device),
        }

    return made


def _without_baselines(name: str) -> Any:
    def made(device: str) -> Arguments:
        given: Arguments = _with_baselines(name)(device)
        return {key: one for key, one in given.items() if key != "baselines"}

    return made


def _of_a_layer(name: str) -> Any:
    def made(device: str) -> Arguments:
        net = _net(device)
        return {
            "self": getattr(attr, name)(net, net[0]),
            "inputs": torch.rand(2, 4, device=device),
            "baselines": torch.zeros(2, 4, device=device),
            "target": torch.tensor([0, 2], device=device),
        }

    return made


def _activation(device: str) -> Arguments:
    net = _net(device)
    return {"self": LayerActivation(net, net[0]), "inputs": torch.rand(2, 4, device=device)}


def _grad_cam(device: str) -> Arguments:
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Linear(8, 3)).to(device)
    return {
        "self": LayerGradCam(net, net[0]),
        "inputs": torch.rand(2, 1, 4, 4, device=device),
        "target": torch.tensor([0, 2], device=device),
    }


def _layered(device: str) -> Arguments:
    net = _net(device)
    return {"forward_func": net, "layer": net[0]}


SAMPLES = [
    Sample("captum.attr.IntegratedGradients", lambda device: {"forward_func": _net(device)}),
    Sample("captum.attr.IntegratedGradients.attribute", _with_baselines("IntegratedGradients")),
    Sample("captum.attr.DeepLift.attribute", _with_baselines("DeepLift")),
    Sample("captum.attr.DeepLiftShap.attribute", _with_baselines("DeepLiftShap")),
    Sample("captum.attr.GradientShap.attribute", _with_baselines("GradientShap")),
    Sample("captum.attr.FeatureAblation.attribute", _with_baselines("FeatureAblation")),
    Sample("captum.attr.FeaturePermutation.attribute", _without_baselines("FeaturePermutation")),
    Sample("captum.attr.ShapleyValueSampling.attribute", _with_baselines("ShapleyValueSampling")),
    Sample("captum.attr.KernelShap.attribute", _with_baselines("KernelShap")),
    Sample("captum.attr.Saliency", lambda device: {"forward_func": _net(device)}),
    Sample("captum.attr.Saliency.attribute", _without_baselines("Saliency")),
    Sample("captum.attr.InputXGradient.attribute", _without_baselines("InputXGradient")),
    Sample("captum.attr.Deconvolution.attribute", _without_baselines("Deconvolution")),
    Sample("captum.attr.GuidedBackprop.attribute", _without_baselines("GuidedBackprop")),
    Sample("captum.attr.LayerIntegratedGradients", _layered),
    Sample("captum.attr.LayerIntegratedGradients.attribute", _of_a_layer("LayerIntegratedGradients")),
    Sample("captum.attr.LayerDeepLift.attribute", _of_a_layer("LayerDeepLift")),
    Sample("captum.attr.LayerGradientShap.attribute", _of_a_layer("LayerGradientShap")),
    Sample("captum.attr.LayerActivation", _layered),
    Sample("captum.attr.LayerActivation.attribute", _activation),
    Sample("captum.attr.LayerGradCam.attribute", _grad_cam),
    Sample("captum.attr.TokenReferenceBase", lambda device: {"reference_token_idx": 0}),
    Sample(
        "captum.attr.TokenReferenceBase.generate_reference",
        lambda device: {"self": TokenReferenceBase(), "sequence_length": 4, "device": device},
    ),
    Sample(
        "captum.attr.LayerAttribution.interpolate",
        lambda device: {"layer_attribution": torch.rand(1, 1, 2, 2, device=device), "interpolate_dims": (4, 4)},
    ),
    Sample("captum.attr.Occlusion", lambda device: {"forward_func": _net(device)}),
    Sample(
        "captum.attr.Occlusion.attribute",
        lambda device: {
            "self": attr.Occlusion(_net(device)),
            "inputs": torch.rand(2, 4, device=device),
            "sliding_window_shapes": (2,),
            "target": torch.tensor([0, 2], device=device),
        },
    ),
    Sample(
        "captum.attr.NoiseTunnel", lambda device: {"attribution_method": attr.IntegratedGradients(_net(device))}
    ),
    Sample(
        "captum.attr.NoiseTunnel.attribute",
        lambda device: {
            "self": attr.NoiseTunnel(attr.IntegratedGradients(_net(device))),
            "inputs": torch.rand(2, 4, device=device),
            "nt_samples": 2,
            "target": 1,
        },
    ),
]
