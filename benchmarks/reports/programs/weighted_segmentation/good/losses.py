import numpy as np
import torch
import torch.nn as nn


def class_weights(masks, classes):
    """Rare classes weigh more: the inverse share of the pixels, scaled to a mean of one."""
    counts = np.bincount(np.concatenate([m.ravel() for m in masks]), minlength=classes)
    weights = counts.sum() / np.maximum(counts, 1)
    return torch.tensor(weights / weights.mean(), dtype=torch.float32)


class SegmentationLoss:
    def __init__(self, weights, dice_share=0.3):
        self.ce = nn.CrossEntropyLoss(weight=weights)
        self.dice_share = dice_share

    def dice(self, logits, target):
        probabilities = logits.softmax(1)
        truth = nn.functional.one_hot(target, logits.size(1)).permute(0, 3, 1, 2)
        overlap = (probabilities * truth).sum((2, 3))
        return 1 - (2 * overlap + 1) / (probabilities.sum((2, 3)) + truth.sum((2, 3)) + 1)

    def __call__(self, logits, target):
        return (1 - self.dice_share) * self.ce(logits, target) + self.dice_share * self.dice(logits, target).mean()


def build_loss(config, masks, device):
    weights = class_weights(masks, config["classes"]) if config["weighted"] else None
    weights = weights.to(device) if weights is not None else None
    return SegmentationLoss(weights, config["dice_share"])
