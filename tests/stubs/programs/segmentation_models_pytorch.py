"""Programs that train segmentation models on a GPU."""

import numpy as np
import segmentation_models_pytorch as smp
import torch
from torch import nn


def tiny_unet(classes):
    return smp.Unet(
        "resnet18", encoder_weights=None, encoder_depth=3, decoder_channels=(8, 4, 4), in_channels=3, classes=classes
    )


def bad_masks_are_left_behind(device):
    model = tiny_unet(3).to(device)
    loss_function = smp.losses.DiceLoss(mode="multiclass", from_logits=True)
    images, masks = torch.rand(2, 3, 32, 32), torch.randint(0, 3, (2, 32, 32))
    loss = loss_function(model(images.to(device)), masks)  # wanted
    loss.backward()


def ok_masks_are_left_behind(device):
    model = tiny_unet(3).to(device)
    loss_function = smp.losses.DiceLoss(mode="multiclass", from_logits=True)
    images, masks = torch.rand(2, 3, 32, 32), torch.randint(0, 3, (2, 32, 32))
    loss = loss_function(model(images.to(device)), masks.to(device))
    loss.backward()


def bad_weight_of_the_positive_class_is_not_moved():
    model = tiny_unet(1).cuda()
    loss_function = smp.losses.SoftBCEWithLogitsLoss(pos_weight=torch.tensor([4.0]))
    images = torch.rand(2, 3, 32, 32, device="cuda")
    masks = torch.ones(2, 1, 32, 32, device="cuda")
    return loss_function(model(images), masks)  # wanted


def ok_weight_of_the_positive_class_is_not_moved():
    model = tiny_unet(1).cuda()
    loss_function = smp.losses.SoftBCEWithLogitsLoss(pos_weight=torch.tensor([4.0], device="cuda"))
    images = torch.rand(2, 3, 32, 32, device="cuda")
    masks = torch.ones(2, 1, 32, 32, device="cuda")
    return loss_function(model(images), masks)


class PlainNormalization(nn.Module):
    """Normalizes for the encoder with tensors that are no buffers."""

    def __init__(self):
        super().__init__()
        self.mean = torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1)
        self.std = torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1)
        self.model = tiny_unet(1)

    def forward(self, image):
        image = (image - self.mean) / self.std  # wanted
        return self.model(image)


class BufferedNormalization(nn.Module):
    """Normalizes for the encoder with buffers."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1))
        self.model = tiny_unet(1)

    def forward(self, image):
        image = (image - self.mean) / self.std
        return self.model(image)


def bad_mean_and_deviation_are_no_buffers(device):
    model = PlainNormalization().to(device).eval()
    with torch.no_grad():
        return model(torch.rand(1, 3, 32, 32, device=device))


def ok_mean_and_deviation_are_no_buffers(device):
    model = BufferedNormalization().to(device).eval()
    with torch.no_grad():
        return model(torch.rand(1, 3, 32, 32, device=device))


def bad_scores_count_predictions_of_the_gpu_and_masks_of_the_home(device):
    model = tiny_unet(1).to(device).eval()
    masks = torch.from_numpy(np.ones((2, 1, 32, 32), dtype=np.int64))
    with torch.no_grad():
        predicted = (model(torch.rand(2, 3, 32, 32).to(device)).sigmoid() > 0.5).long()
    tp, fp, fn, tn = smp.metrics.get_stats(predicted, masks, mode="binary")  # wanted
    return smp.metrics.iou_score(tp, fp, fn, tn, reduction="micro").item()


def ok_scores_count_predictions_of_the_gpu_and_masks_of_the_home(device):
    model = tiny_unet(1).to(device).eval()
    masks = torch.from_numpy(np.ones((2, 1, 32, 32), dtype=np.int64))
    with torch.no_grad():
        predicted = (model(torch.rand(2, 3, 32, 32).to(device)).sigmoid() > 0.5).long().cpu()
    tp, fp, fn, tn = smp.metrics.get_stats(predicted, masks, mode="binary")
    return smp.metrics.iou_score(tp, fp, fn, tn, reduction="micro").item()
