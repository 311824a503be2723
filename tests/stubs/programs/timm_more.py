import timm
import torch
import torch.nn as nn
from timm.data import create_transform, resolve_data_config
from timm.utils import ModelEmaV2
from timm.loss import LabelSmoothingCrossEntropy

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def bad_head_is_put_after_the_move():
    model = timm.create_model("resnet18", pretrained=False).to(device)
    for parameter in model.parameters():
        parameter.requires_grad = False
    model.fc = nn.Linear(model.num_features, 5)  # or here
    images = torch.randn(2, 3, 32, 32, device=device)
    return model(images)  # wanted


def ok_head_is_put_after_the_move():
    model = timm.create_model("resnet18", pretrained=False).to(device)
    for parameter in model.parameters():
        parameter.requires_grad = False
    model.fc = nn.Linear(model.num_features, 5).to(device)
    images = torch.randn(2, 3, 32, 32, device=device)
    return model(images)


class SegmenterLeft(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = timm.create_model("resnet18", features_only=True, pretrained=False, out_indices=(1, 2))
        channels = self.backbone.feature_info.channels()
        self.heads = [nn.Conv2d(c, 2, 1) for c in channels]

    def forward(self, x):
        maps = self.backbone(x)
        return [head(one) for head, one in zip(self.heads, maps)]  # wanted


def bad_heads_in_a_list():
    model = SegmenterLeft().to("cuda")
    return model(torch.randn(1, 3, 32, 32).to("cuda"))


class SegmenterRight(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = timm.create_model("resnet18", features_only=True, pretrained=False, out_indices=(1, 2))
        channels = self.backbone.feature_info.channels()
        self.heads = nn.ModuleList([nn.Conv2d(c, 2, 1) for c in channels])

    def forward(self, x):
        maps = self.backbone(x)
        return [head(one) for head, one in zip(self.heads, maps)]


def ok_heads_in_a_list():
    model = SegmenterRight().to("cuda")
    return model(torch.randn(1, 3, 32, 32).to("cuda"))


def bad_tokens_of_a_picture(picture=None):
    from PIL import Image

    model = timm.create_model("vit_tiny_patch16_224", pretrained=False, num_classes=0)
    model = model.eval().to("cuda")
    transform = create_transform(**resolve_data_config({}, model=model))
    x = transform(picture or Image.new("RGB", (224, 224))).unsqueeze(0)
    x = model.patch_embed(x)  # wanted
    x = model.pos_drop(x)
    for block in model.blocks:
        x = block(x)
    return model.norm(x).mean(dim=1)


def ok_tokens_of_a_picture(picture=None):
    from PIL import Image

    model = timm.create_model("vit_tiny_patch16_224", pretrained=False, num_classes=0)
    model = model.eval().to("cuda")
    transform = create_transform(**resolve_data_config({}, model=model))
    x = transform(picture or Image.new("RGB", (224, 224))).unsqueeze(0).to("cuda")
    x = model.patch_embed(x)
    x = model.pos_drop(x)
    for block in model.blocks:
        x = block(x)
    return model.norm(x).mean(dim=1)


def bad_average_is_kept_elsewhere():
    model = timm.create_model("resnet18", pretrained=False, num_classes=4).cuda()
    average = ModelEmaV2(model, decay=0.99, device="cpu")
    loss_fn = LabelSmoothingCrossEntropy(smoothing=0.1)
    images, labels = torch.randn(2, 3, 32, 32).cuda(), torch.tensor([1, 2]).cuda()
    loss_fn(model(images), labels).backward()
    average.update(model)
    with torch.no_grad():
        return average.module(images).argmax(1)  # wanted


def ok_average_is_kept_elsewhere():
    model = timm.create_model("resnet18", pretrained=False, num_classes=4).cuda()
    average = ModelEmaV2(model, decay=0.99)
    loss_fn = LabelSmoothingCrossEntropy(smoothing=0.1)
    images, labels = torch.randn(2, 3, 32, 32).cuda(), torch.tensor([1, 2]).cuda()
    loss_fn(model(images), labels).backward()
    average.update(model)
    with torch.no_grad():
        return average.module(images).argmax(1)
