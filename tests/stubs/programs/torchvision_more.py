import numpy as np
import torch
import torchvision
from torch import nn
from torchvision import models, transforms
from torchvision.models.detection import fasterrcnn_resnet50_fpn, maskrcnn_resnet50_fpn
from torchvision.models.detection.faster_rcnn import FastRCNNPredictor
from torchvision.models.feature_extraction import create_feature_extractor

device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")


def picture():
    return torch.rand(3, 64, 64)


def bad_detection_targets_stay_behind():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None, num_classes=2)
    model.to(device)
    model.train()
    loader = [([picture()], [{"boxes": torch.tensor([[1.0, 1, 9, 9]]), "labels": torch.tensor([1])}])]
    for images, targets in loader:
        images = [image.to(device) for image in images]
        losses = model(images, targets)  # wanted
        sum(loss for loss in losses.values()).backward()


def ok_detection_targets_stay_behind():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None, num_classes=2)
    model.to(device)
    model.train()
    loader = [([picture()], [{"boxes": torch.tensor([[1.0, 1, 9, 9]]), "labels": torch.tensor([1])}])]
    for images, targets in loader:
        images = [image.to(device) for image in images]
        targets = [{k: v.to(device) for k, v in one.items()} for one in targets]
        losses = model(images, targets)
        sum(loss for loss in losses.values()).backward()


def bad_predictor_is_replaced_after_the_move():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None).to(device)
    features = model.roi_heads.box_predictor.cls_score.in_features
    model.roi_heads.box_predictor = FastRCNNPredictor(features, 2)  # or here
    model.eval()
    with torch.no_grad():
        return model([picture().to(device)])  # wanted


def ok_predictor_is_replaced_after_the_move():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None).to(device)
    features = model.roi_heads.box_predictor.cls_score.in_features
    model.roi_heads.box_predictor = FastRCNNPredictor(features, 2).to(device)
    model.eval()
    with torch.no_grad():
        return model([picture().to(device)])


def bad_boxes_become_arrays():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None)
    model.eval().cuda()
    with torch.no_grad():
        prediction = model([picture().cuda()])[0]
    keep = prediction["scores"] >= 0.0
    boxes = prediction["boxes"][keep].numpy()  # wanted
    return boxes.astype(np.int32)


def ok_boxes_become_arrays():  # not run
    model = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None)
    model.eval().cuda()
    with torch.no_grad():
        prediction = model([picture().cuda()])[0]
    keep = prediction["scores"] >= 0.0
    boxes = prediction["boxes"][keep].cpu().numpy()
    return boxes.astype(np.int32)


class CaptionerLeft(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        resnet = models.resnet18(weights=None)
        self.trunk = nn.Sequential(*list(resnet.children())[:-1])
        self.fc = nn.Linear(resnet.fc.in_features, width)
        self.words = nn.Embedding(10, width)

    def forward(self, images, words):
        features = self.fc(self.trunk(images).flatten(1)).unsqueeze(1)
        return torch.cat([features, self.words(words)], dim=1)  # wanted


def bad_words_stay_behind():
    net = CaptionerLeft().to(device)
    words = torch.tensor([[1, 2, 3]])
    return net(picture().unsqueeze(0).to(device), words)


class CaptionerRight(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        resnet = models.resnet18(weights=None)
        self.trunk = nn.Sequential(*list(resnet.children())[:-1])
        self.fc = nn.Linear(resnet.fc.in_features, width)
        self.words = nn.Embedding(10, width)

    def forward(self, images, words):
        features = self.fc(self.trunk(images).flatten(1)).unsqueeze(1)
        return torch.cat([features, self.words(words)], dim=1)


def ok_words_stay_behind():
    net = CaptionerRight().to(device)
    words = torch.tensor([[1, 2, 3]]).to(device)
    return net(picture().unsqueeze(0).to(device), words)


def bad_style_targets(style=None):
    vgg = models.vgg16(weights=None).features.to(device).eval()
    preprocess = transforms.Compose([transforms.Resize(32), transforms.Normalize([0.5] * 3, [0.5] * 3)])
    style = preprocess(picture()).unsqueeze(0)
    content = torch.rand(1, 3, 32, 32, device=device, requires_grad=True)
    wanted, x = style, content
    for layer in vgg[:5]:
        wanted = layer(wanted)  # wanted, not found: a composed transform
        x = layer(x)
    return nn.functional.mse_loss(x, wanted)


def ok_style_targets(style=None):
    vgg = models.vgg16(weights=None).features.to(device).eval()
    preprocess = transforms.Compose([transforms.Resize(32), transforms.Normalize([0.5] * 3, [0.5] * 3)])
    style = preprocess(picture()).unsqueeze(0).to(device)
    content = torch.rand(1, 3, 32, 32, device=device, requires_grad=True)
    wanted, x = style, content
    for layer in vgg[:5]:
        wanted = layer(wanted)
        x = layer(x)
    return nn.functional.mse_loss(x, wanted)


def bad_features_by_name():
    net = create_feature_extractor(models.resnet18(weights=None), return_nodes={"layer4": "out"}).to("cuda")
    batch = torch.stack([picture(), picture()])
    maps = net(batch)["out"]  # wanted
    return maps.mean(dim=(2, 3))


def ok_features_by_name():
    net = create_feature_extractor(models.resnet18(weights=None), return_nodes={"layer4": "out"}).to("cuda")
    batch = torch.stack([picture(), picture()]).to("cuda")
    maps = net(batch)["out"]
    return maps.mean(dim=(2, 3))
