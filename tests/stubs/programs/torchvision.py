import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn
from torchvision import transforms
from torchvision.models import resnet18
from torchvision.models.detection import fasterrcnn_mobilenet_v3_large_320_fpn
from torchvision.ops import nms, roi_align

preprocess = transforms.Compose(
    [
        transforms.Resize(64),
        transforms.ToTensor(),
        transforms.Normalize(mean=[0.485, 0.456, 0.406], std=[0.229, 0.224, 0.225]),
    ]
)


def photo():
    return Image.fromarray(np.full((80, 80, 3), 127, dtype=np.uint8))


def bad_photo_is_not_moved(device):
    model = resnet18(weights=None, num_classes=4).to(device).eval()
    batch = preprocess(photo()).unsqueeze(0)
    with torch.no_grad():
        logits = model(batch)  # wanted
    return logits.argmax(dim=1).item()


def ok_photo_is_not_moved(device):
    model = resnet18(weights=None, num_classes=4).to(device).eval()
    batch = preprocess(photo()).unsqueeze(0).to(device)
    with torch.no_grad():
        logits = model(batch)
    return logits.argmax(dim=1).item()


class BoxHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.boxes = nn.Linear(16, 4)
        self.scores = nn.Linear(16, 1)

    def forward(self, features):
        corner, size = self.boxes(features).abs().split(2, dim=-1)
        return torch.cat([corner, corner + size], dim=-1), self.scores(features).squeeze(-1)


def bad_scores_leave_the_gpu_before_nms():
    head = BoxHead().cuda()
    boxes, scores = head(torch.randn(10, 16, device="cuda"))
    scores = scores.sigmoid().detach().cpu()
    keep = nms(boxes, scores, iou_threshold=0.5)  # wanted
    return boxes[keep]


def ok_scores_leave_the_gpu_before_nms():
    head = BoxHead().cuda()
    boxes, scores = head(torch.randn(10, 16, device="cuda"))
    scores = scores.sigmoid().detach()
    keep = nms(boxes, scores, iou_threshold=0.5)
    return boxes[keep]


def bad_detector_is_trained_with_boxes_behind(device):
    detector = fasterrcnn_mobilenet_v3_large_320_fpn(
        weights=None, weights_backbone=None, num_classes=2, min_size=64, max_size=64
    )
    detector.to(device)
    detector.train()
    images = [torch.rand(3, 64, 64).to(device)]
    targets = [{"boxes": torch.tensor([[4.0, 4.0, 40.0, 40.0]]), "labels": torch.tensor([1])}]
    losses = detector(images, targets)  # wanted
    sum(losses.values()).backward()


def ok_detector_is_trained_with_boxes_behind(device):
    detector = fasterrcnn_mobilenet_v3_large_320_fpn(
        weights=None, weights_backbone=None, num_classes=2, min_size=64, max_size=64
    )
    detector.to(device)
    detector.train()
    images = [torch.rand(3, 64, 64).to(device)]
    targets = [{"boxes": torch.tensor([[4.0, 4.0, 40.0, 40.0]]), "labels": torch.tensor([1])}]
    targets = [{key: value.to(device) for key, value in target.items()} for target in targets]
    losses = detector(images, targets)
    sum(losses.values()).backward()


def bad_regions_are_listed_behind():
    backbone = nn.Conv2d(3, 8, kernel_size=3, stride=4, padding=1).to("cuda")
    features = backbone(torch.rand(1, 3, 64, 64, device="cuda"))
    regions = torch.tensor([[0.0, 4.0, 4.0, 40.0, 40.0]])
    pooled = roi_align(features, regions, output_size=3, spatial_scale=0.25)  # wanted
    return F.normalize(pooled.flatten(1))


def ok_regions_are_listed_behind():
    backbone = nn.Conv2d(3, 8, kernel_size=3, stride=4, padding=1).to("cuda")
    features = backbone(torch.rand(1, 3, 64, 64, device="cuda"))
    regions = torch.tensor([[0.0, 4.0, 4.0, 40.0, 40.0]], device=features.device)
    pooled = roi_align(features, regions, output_size=3, spatial_scale=0.25)
    return F.normalize(pooled.flatten(1))
