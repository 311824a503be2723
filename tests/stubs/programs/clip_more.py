import clip
import numpy as np
import torch
import torch.nn as nn
from clip.model import CLIP
from PIL import Image


def bad_tokens_stay_behind(names=("cat", "dog")):  # not run
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, preprocess = clip.load("ViT-B/32", device=device)
    image = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0).to(device)
    text = clip.tokenize(list(names))
    with torch.no_grad():
        logits_per_image, logits_per_text = model(image, text)  # wanted
    return logits_per_image.softmax(dim=-1).cpu().numpy()


def ok_tokens_stay_behind(names=("cat", "dog")):  # not run
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, preprocess = clip.load("ViT-B/32", device=device)
    image = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0).to(device)
    text = clip.tokenize(list(names)).to(device)
    with torch.no_grad():
        logits_per_image, logits_per_text = model(image, text)
    return logits_per_image.softmax(dim=-1).cpu().numpy()


def bad_probe_of_clip(labels=(0, 1)):  # not run
    model, preprocess = clip.load("ViT-B/32", device="cuda")
    with torch.no_grad():
        features = model.encode_image(torch.zeros(2, 3, 224, 224).cuda()).float()
    probe = nn.Linear(features.shape[1], 2)
    return probe(features)  # wanted


def ok_probe_of_clip(labels=(0, 1)):  # not run
    model, preprocess = clip.load("ViT-B/32", device="cuda")
    with torch.no_grad():
        features = model.encode_image(torch.zeros(2, 3, 224, 224).cuda()).float()
    probe = nn.Linear(features.shape[1], 2).cuda()
    return probe(features)


def bad_visual_part():  # not run
    model, preprocess = clip.load("RN50", device="cuda")
    picture = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0)
    return model.visual(picture.type(model.dtype))  # wanted


def ok_visual_part():  # not run
    model, preprocess = clip.load("RN50", device="cuda")
    picture = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0).cuda()
    return model.visual(picture.type(model.dtype))
