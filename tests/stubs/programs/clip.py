import os
import tempfile

import clip
import numpy as np
import torch
from clip.model import CLIP
from PIL import Image
from torch import nn

LABELS = ["a red square", "a blue square"]


def small_checkpoint():
    model = CLIP(
        embed_dim=16,
        image_resolution=32,
        vision_layers=1,
        vision_width=64,
        vision_patch_size=16,
        context_length=77,
        vocab_size=49408,
        transformer_width=64,
        transformer_heads=1,
        transformer_layers=1,
    )
    path = os.path.join(tempfile.mkdtemp(), "clip.pt")
    torch.save(model.state_dict(), path)
    return path


def square():
    return Image.fromarray(np.full((40, 40, 3), (200, 20, 20), dtype=np.uint8))


def bad_text_stays_behind():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, preprocess = clip.load(small_checkpoint(), device=device)
    image = preprocess(square()).unsqueeze(0).to(device)
    text = clip.tokenize(LABELS)
    with torch.no_grad():
        logits_per_image, logits_per_text = model(image, text)  # wanted
    return logits_per_image.softmax(dim=-1).cpu().numpy()


def ok_text_stays_behind():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, preprocess = clip.load(small_checkpoint(), device=device)
    image = preprocess(square()).unsqueeze(0).to(device)
    text = clip.tokenize(LABELS).to(device)
    with torch.no_grad():
        logits_per_image, logits_per_text = model(image, text)
    return logits_per_image.softmax(dim=-1).cpu().numpy()


def bad_loaded_where_the_image_is_not():
    model, preprocess = clip.load(small_checkpoint())
    image = preprocess(square()).unsqueeze(0)
    with torch.no_grad():
        return model.encode_image(image)  # wanted


def ok_loaded_where_the_image_is_not():
    model, preprocess = clip.load(small_checkpoint(), device="cpu")
    image = preprocess(square()).unsqueeze(0)
    with torch.no_grad():
        return model.encode_image(image)


def bad_probe_is_trained_behind(device):
    model, preprocess = clip.load(small_checkpoint(), device=device)
    images = torch.stack([preprocess(square()) for _ in range(4)]).to(device)
    probe = nn.Linear(16, 2)
    with torch.no_grad():
        features = model.encode_image(images).float()
    loss = nn.functional.cross_entropy(probe(features), torch.tensor([0, 1, 0, 1]))  # wanted
    loss.backward()


def ok_probe_is_trained_behind(device):
    model, preprocess = clip.load(small_checkpoint(), device=device)
    images = torch.stack([preprocess(square()) for _ in range(4)]).to(device)
    probe = nn.Linear(16, 2).to(device)
    with torch.no_grad():
        features = model.encode_image(images).float()
    loss = nn.functional.cross_entropy(probe(features), torch.tensor([0, 1, 0, 1], device=device))
    loss.backward()


def bad_features_become_arrays(device):
    model, _ = clip.load(small_checkpoint(), device=device)
    with torch.no_grad():
        features = model.encode_text(clip.tokenize(LABELS).to(device))
        features /= features.norm(dim=-1, keepdim=True)
    return np.asarray(features, dtype="float32")  # wanted


def ok_features_become_arrays(device):
    model, _ = clip.load(small_checkpoint(), device=device)
    with torch.no_grad():
        features = model.encode_text(clip.tokenize(LABELS).to(device))
        features /= features.norm(dim=-1, keepdim=True)
    return np.asarray(features.cpu(), dtype="float32")
