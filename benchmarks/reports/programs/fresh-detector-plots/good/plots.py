"""Drawing of boxes and of batches."""
import math
from pathlib import Path

import numpy as np
import torch
from torchvision.utils import draw_bounding_boxes, make_grid, save_image

COLOURS = ["red", "green", "blue", "orange", "purple"]


def xywh2xyxy(x):
    y = x.clone() if isinstance(x, torch.Tensor) else np.copy(x)
    y[:, 0] = x[:, 0] - x[:, 2] / 2
    y[:, 1] = x[:, 1] - x[:, 3] / 2
    y[:, 2] = x[:, 0] + x[:, 2] / 2
    y[:, 3] = x[:, 1] + x[:, 3] / 2
    return y


def output_to_target(output, width, height):
    """Of the output of the model, the format [batch, class, x, y, w, h, conf]."""
    if isinstance(output, torch.Tensor):
        output = output.cpu().numpy()

    targets = []
    for i, o in enumerate(output):
        if o is not None:
            for pred in o:
                box = pred[:4]
                w = (box[2] - box[0]) / width
                h = (box[3] - box[1]) / height
                x = box[0] / width + w / 2
                y = box[1] / height + h / 2
                conf = pred[4]
                cls = int(pred[5])

                targets.append([i, cls, x.item(), y.item(), w.item(), h.item(), conf.item()])

    return np.array(targets)


def plot_images(images, targets, paths=None, fname="images.jpg", names=None, max_subplots=16):
    if isinstance(images, torch.Tensor):
        images = images.cpu().float()
    if isinstance(targets, torch.Tensor):
        targets = targets.cpu().numpy()
    bs, _, h, w = images.shape
    bs = min(bs, max_subplots)
    pictures = []
    for i in range(bs):
        picture = (images[i] * 255).to(torch.uint8)
        if len(targets) > 0:
            mine = targets[targets[:, 0] == i]
            if len(mine):
                boxes = xywh2xyxy(mine[:, 2:6])
                boxes[:, [0, 2]] *= w
                boxes[:, [1, 3]] *= h
                boxes = np.clip(boxes, 0, min(h, w) - 1)
                boxes[:, 2:] = np.maximum(boxes[:, 2:], boxes[:, :2] + 1)
                colours = [COLOURS[int(c) % 5] for c in mine[:, 1]]
                picture = draw_bounding_boxes(picture, torch.from_numpy(boxes).float(), colors=colours)
        pictures.append(picture.float() / 255)
    rows = math.ceil(bs ** 0.5)
    save_image(make_grid(pictures, nrow=rows), Path(fname))
