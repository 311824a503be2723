"""Programs that explain networks of a GPU with Captum."""

import torch
from captum.attr import FeatureAblation, IntegratedGradients, LayerIntegratedGradients, Saliency, TokenReferenceBase
from torch import nn


def classifier():
    return nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3)).eval()


def bad_baseline_is_made_behind(device):
    model = classifier().to(device)
    x = torch.randn(2, 4, device=device)
    explainer = IntegratedGradients(model)
    attributions = explainer.attribute(x, baselines=torch.zeros(2, 4), target=1, n_steps=4)  # wanted
    return attributions.sum(dim=1)


def ok_baseline_is_made_behind(device):
    model = classifier().to(device)
    x = torch.randn(2, 4, device=device)
    explainer = IntegratedGradients(model)
    attributions = explainer.attribute(x, baselines=torch.zeros_like(x), target=1, n_steps=4)
    return attributions.sum(dim=1)


def bad_targets_of_the_loader_are_behind():
    model = classifier().cuda()
    x, labels = torch.randn(3, 4), torch.tensor([0, 2, 1])
    x = x.cuda().requires_grad_()
    return Saliency(model).attribute(x, target=labels)  # wanted


def ok_targets_of_the_loader_are_behind():
    model = classifier().cuda()
    x, labels = torch.randn(3, 4), torch.tensor([0, 2, 1])
    x = x.cuda().requires_grad_()
    return Saliency(model).attribute(x, target=labels.cuda())


def bad_heat_map_is_converted_on_the_gpu(device):
    model = nn.Sequential(nn.Conv2d(3, 2, 3), nn.Flatten(), nn.Linear(8, 2)).to(device).eval()
    image = torch.rand(1, 3, 4, 4, device=device, requires_grad=True)
    mask = torch.arange(4, device=device).repeat_interleave(4).view(1, 1, 4, 4)
    attributions = FeatureAblation(model).attribute(image, target=0, feature_mask=mask)
    return attributions.squeeze(0).detach().numpy().transpose(1, 2, 0)  # wanted


def ok_heat_map_is_converted_on_the_gpu(device):
    model = nn.Sequential(nn.Conv2d(3, 2, 3), nn.Flatten(), nn.Linear(8, 2)).to(device).eval()
    image = torch.rand(1, 3, 4, 4, device=device, requires_grad=True)
    mask = torch.arange(4, device=device).repeat_interleave(4).view(1, 1, 4, 4)
    attributions = FeatureAblation(model).attribute(image, target=0, feature_mask=mask)
    return attributions.squeeze(0).detach().cpu().numpy().transpose(1, 2, 0)


class Sentiment(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)
        self.out = nn.Linear(4, 1)

    def forward(self, tokens):
        return self.out(self.embedding(tokens).mean(dim=1)).sigmoid()


def bad_reference_tokens_are_behind(device):
    model = Sentiment().to(device).eval()
    tokens = torch.tensor([[4, 7, 2, 0]], device=device)
    reference = TokenReferenceBase(reference_token_idx=0).generate_reference(4, device="cpu").unsqueeze(0)
    explainer = LayerIntegratedGradients(model, model.embedding)
    return explainer.attribute(tokens, reference, n_steps=3)  # wanted


def ok_reference_tokens_are_behind(device):
    model = Sentiment().to(device).eval()
    tokens = torch.tensor([[4, 7, 2, 0]], device=device)
    reference = TokenReferenceBase(reference_token_idx=0).generate_reference(4, device=device).unsqueeze(0)
    explainer = LayerIntegratedGradients(model, model.embedding)
    return explainer.attribute(tokens, reference, n_steps=3)
