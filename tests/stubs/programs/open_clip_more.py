import numpy as np
import open_clip
import torch
import torch.nn as nn
from PIL import Image

device = "cuda" if torch.cuda.is_available() else "cpu"


def bad_zero_shot_weights(names=("cat", "dog")):
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", pretrained=None)
    model.to(device).eval()
    tokenizer = open_clip.get_tokenizer("RN50")
    columns = []
    with torch.no_grad():
        for name in names:
            texts = tokenizer([f"a photo of a {name}.", f"a drawing of a {name}."])
            embedded = model.encode_text(texts)  # wanted
            embedded = embedded / embedded.norm(dim=-1, keepdim=True)
            columns.append(embedded.mean(dim=0))
    return torch.stack(columns, dim=1)


def ok_zero_shot_weights(names=("cat", "dog")):
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", pretrained=None)
    model.to(device).eval()
    tokenizer = open_clip.get_tokenizer("RN50")
    columns = []
    with torch.no_grad():
        for name in names:
            texts = tokenizer([f"a photo of a {name}.", f"a drawing of a {name}."]).to(device)
            embedded = model.encode_text(texts)
            embedded = embedded / embedded.norm(dim=-1, keepdim=True)
            columns.append(embedded.mean(dim=0))
    return torch.stack(columns, dim=1)


def bad_features_for_a_probe():
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", device="cuda")
    features = []
    for _ in range(2):
        images = torch.stack([preprocess(Image.new("RGB", (64, 64)))]).cuda()
        with torch.no_grad():
            features.append(model.encode_image(images, normalize=True))
    return torch.cat(features).numpy()  # wanted


def ok_features_for_a_probe():
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", device="cuda")
    features = []
    for _ in range(2):
        images = torch.stack([preprocess(Image.new("RGB", (64, 64)))]).cuda()
        with torch.no_grad():
            features.append(model.encode_image(images, normalize=True))
    return torch.cat(features).cpu().numpy()


def bad_image_is_left(names=("cat", "dog")):
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", device=device)
    image = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0)
    text = open_clip.tokenize(list(names)).to(device)
    image_features, text_features, scale = model(image, text)  # wanted
    return (scale * image_features @ text_features.T).softmax(dim=-1)


def ok_image_is_left(names=("cat", "dog")):
    model, _, preprocess = open_clip.create_model_and_transforms("RN50", device=device)
    image = preprocess(Image.new("RGB", (64, 64))).unsqueeze(0).to(device)
    text = open_clip.tokenize(list(names)).to(device)
    image_features, text_features, scale = model(image, text)
    return (scale * image_features @ text_features.T).softmax(dim=-1)


def bad_learned_context(names=("cat", "dog")):
    model = open_clip.create_model("RN50", device="cuda")
    width = model.ln_final.weight.shape[0]
    context = nn.Parameter(torch.empty(4, width).normal_(std=0.02))
    tokens = open_clip.tokenize([f"X X X X {name}" for name in names]).cuda()
    embedded = model.token_embedding(tokens)
    prompts = torch.cat([embedded[:, :1], context.unsqueeze(0).expand(2, -1, -1), embedded[:, 5:]], dim=1)  # wanted
    return (prompts + model.positional_embedding).mean()


def ok_learned_context(names=("cat", "dog")):
    model = open_clip.create_model("RN50", device="cuda")
    width = model.ln_final.weight.shape[0]
    context = nn.Parameter(torch.empty(4, width, device="cuda").normal_(std=0.02))
    tokens = open_clip.tokenize([f"X X X X {name}" for name in names]).cuda()
    embedded = model.token_embedding(tokens)
    prompts = torch.cat([embedded[:, :1], context.unsqueeze(0).expand(2, -1, -1), embedded[:, 5:]], dim=1)
    return (prompts + model.positional_embedding).mean()
