import copy

import numpy as np
import timm
import torch
from PIL import Image
from timm.data import Mixup, create_transform, resolve_data_config
from timm.loss import SoftTargetCrossEntropy
from timm.utils import ModelEmaV3, accuracy


def tiny_vit(**options):
    return timm.create_model(
        "vit_tiny_patch16_224", img_size=32, embed_dim=24, depth=1, num_heads=2, num_classes=5, **options
    )


def bad_transformed_image_is_not_moved(device):
    model = timm.create_model("resnet10t", pretrained=False, num_classes=5).to(device)
    model.eval()
    transform = create_transform(**resolve_data_config({}, model=model))
    image = Image.fromarray(np.zeros((64, 64, 3), dtype=np.uint8))
    with torch.no_grad():
        output = model(transform(image).unsqueeze(0))  # wanted
    return output.softmax(-1).topk(3)


def ok_transformed_image_is_not_moved(device):
    model = timm.create_model("resnet10t", pretrained=False, num_classes=5).to(device)
    model.eval()
    transform = create_transform(**resolve_data_config({}, model=model))
    image = Image.fromarray(np.zeros((64, 64, 3), dtype=np.uint8))
    with torch.no_grad():
        output = model(transform(image).unsqueeze(0).to(device))
    return output.softmax(-1).topk(3)


def bad_labels_are_mixed_behind():
    mixup = Mixup(mixup_alpha=0.8, label_smoothing=0.1, num_classes=5)
    criterion = SoftTargetCrossEntropy()
    model = tiny_vit().cuda()
    images, labels = torch.rand(4, 3, 32, 32), torch.randint(0, 5, (4,))
    images, targets = mixup(images, labels)
    loss = criterion(model(images.cuda()), targets)  # wanted
    loss.backward()


def ok_labels_are_mixed_behind():
    mixup = Mixup(mixup_alpha=0.8, label_smoothing=0.1, num_classes=5)
    criterion = SoftTargetCrossEntropy()
    model = tiny_vit().cuda()
    images, labels = torch.rand(4, 3, 32, 32), torch.randint(0, 5, (4,))
    images, targets = mixup(images.cuda(), labels.cuda())
    loss = criterion(model(images), targets)
    loss.backward()


def bad_average_of_the_weights_is_kept_behind(device):
    model = tiny_vit().to(device)
    average = ModelEmaV3(model, decay=0.99, device="cpu")
    images = torch.rand(2, 3, 32, 32, device=device)
    model(images).sum().backward()
    average.update(model)
    with torch.no_grad():
        return average.module(images)  # wanted, not found: no row says it


def ok_average_of_the_weights_is_kept_behind(device):
    model = tiny_vit().to(device)
    average = ModelEmaV3(model, decay=0.99, device="cpu")
    images = torch.rand(2, 3, 32, 32, device=device)
    model(images).sum().backward()
    average.update(model)
    evaluated = copy.deepcopy(average.module).to(device)
    with torch.no_grad():
        return evaluated(images)


def bad_validation_labels_stay_behind(device):
    model = tiny_vit().to(device).eval()
    images, labels = torch.rand(4, 3, 32, 32), torch.randint(0, 5, (4,))
    with torch.inference_mode():
        output = model(images.to(device, non_blocking=True))
    best, five = accuracy(output, labels, topk=(1, 5))  # wanted
    return best.item(), five.item()


def ok_validation_labels_stay_behind(device):
    model = tiny_vit().to(device).eval()
    images, labels = torch.rand(4, 3, 32, 32), torch.randint(0, 5, (4,))
    with torch.inference_mode():
        output = model(images.to(device, non_blocking=True))
    best, five = accuracy(output, labels.to(device), topk=(1, 5))
    return best.item(), five.item()
