import numpy as np
import open_clip
import torch
from PIL import Image

LABELS = ["a photo of a cat", "a photo of a dog"]


def photo():
    return Image.fromarray(np.full((48, 48, 3), 90, dtype=np.uint8))


def bad_tokens_stay_behind(device):
    model, _, preprocess = open_clip.create_model_and_transforms("ViT-S-32-alt", pretrained=None, device=device)
    tokenizer = open_clip.get_tokenizer("ViT-S-32-alt")
    image = preprocess(photo()).unsqueeze(0).to(device)
    text = tokenizer(LABELS)
    with torch.no_grad():
        image_features = model.encode_image(image)
        text_features = model.encode_text(text)  # wanted
    return (100.0 * image_features @ text_features.T).softmax(dim=-1)


def ok_tokens_stay_behind(device):
    model, _, preprocess = open_clip.create_model_and_transforms("ViT-S-32-alt", pretrained=None, device=device)
    tokenizer = open_clip.get_tokenizer("ViT-S-32-alt")
    image = preprocess(photo()).unsqueeze(0).to(device)
    text = tokenizer(LABELS).to(device)
    with torch.no_grad():
        image_features = model.encode_image(image)
        text_features = model.encode_text(text)
    return (100.0 * image_features @ text_features.T).softmax(dim=-1)


def bad_model_is_made_without_a_device(device):
    model, _, preprocess = open_clip.create_model_and_transforms("ViT-S-32-alt")
    model.eval()
    images = torch.stack([preprocess(photo()), preprocess(photo())]).to(device)
    with torch.no_grad():
        return model.encode_image(images)  # wanted


def ok_model_is_made_without_a_device(device):
    model, _, preprocess = open_clip.create_model_and_transforms("ViT-S-32-alt", device=device)
    model.eval()
    images = torch.stack([preprocess(photo()), preprocess(photo())]).to(device)
    with torch.no_grad():
        return model.encode_image(images)


def bad_features_are_indexed_as_arrays():
    model = open_clip.create_model("ViT-S-32-alt").cuda().eval()
    tokenizer = open_clip.get_tokenizer("ViT-S-32-alt")
    with torch.no_grad():
        features = model.encode_text(tokenizer(LABELS).cuda(), normalize=True)
    index = features.numpy().astype("float32")  # wanted
    return index @ index.T


def ok_features_are_indexed_as_arrays():
    model = open_clip.create_model("ViT-S-32-alt").cuda().eval()
    tokenizer = open_clip.get_tokenizer("ViT-S-32-alt")
    with torch.no_grad():
        features = model.encode_text(tokenizer(LABELS).cuda(), normalize=True)
    index = features.cpu().numpy().astype("float32")
    return index @ index.T


def bad_embedding_of_tokens():
    model, _, _ = open_clip.create_model_and_transforms("ViT-S-32-alt", pretrained=None, device="cuda")
    tokens = open_clip.tokenize(["a dog", "a cat"])
    return model.token_embedding(tokens)  # wanted


def ok_part_moves_with_the_whole():
    model, _, _ = open_clip.create_model_and_transforms("ViT-S-32-alt", pretrained=None)
    embedding = model.token_embedding
    tokens = open_clip.tokenize(["a dog", "a cat"])
    before = embedding(tokens)
    model.cuda()
    return before.cpu(), embedding(tokens.cuda()), model.token_embedding(tokens.cuda())


def ok_part_is_moved_alone():
    model, _, _ = open_clip.create_model_and_transforms("ViT-S-32-alt", pretrained=None, device="cuda")
    model.token_embedding.to("cpu")
    return model.token_embedding(open_clip.tokenize(["a dog"]))
