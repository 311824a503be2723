import argparse
import os

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from torchvision.ops import box_iou, nms

from plots import output_to_target, plot_images, xywh2xyxy


class Images(Dataset):
    def __init__(self, n, size, classes):
        self.n, self.size, self.classes = n, size, classes

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        labels = torch.rand(2, 6)
        labels[:, 0] = 0
        labels[:, 1] = torch.randint(0, self.classes, (2,)).float()
        labels[:, 4:] = labels[:, 4:] * 0.3 + 0.1
        return torch.rand(3, self.size, self.size), labels, f"{i:06d}.jpg"

    @staticmethod
    def collate_fn(batch):
        img, label, path = zip(*batch)
        for i, one in enumerate(label):
            one[:, 0] = i
        return torch.stack(img, 0), torch.cat(label, 0), path


class Detector(nn.Module):
    def __init__(self, classes, stride=8):
        super().__init__()
        self.stride, self.nc = stride, classes
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 16, 3, 4, 1), nn.ReLU())
        self.head = nn.Conv2d(16, 5 + classes, 1)

    def forward(self, x):
        y = self.head(self.body(x)).sigmoid()
        b, c, h, w = y.shape
        y = y.permute(0, 2, 3, 1)
        gy, gx = torch.meshgrid(torch.arange(h, device=x.device), torch.arange(w, device=x.device), indexing="ij")
        grid = torch.stack((gx, gy), 2)
        xy = (y[..., :2] + grid) * self.stride
        wh = y[..., 2:4] * 32
        return torch.cat((xy, wh, y[..., 4:]), -1).reshape(b, -1, c)


def non_max_suppression(prediction, conf_thres=0.1, iou_thres=0.6, max_det=20):
    output = [None] * prediction.shape[0]
    for xi, x in enumerate(prediction):
        x = x[x[..., 4] > conf_thres]
        if not x.shape[0]:
            continue
        x[:, 5:] *= x[:, 4:5]
        box = xywh2xyxy(x[:, :4])
        conf, j = x[:, 5:].max(1, keepdim=True)
        x = torch.cat((box, conf, j.float()), 1)
        output[xi] = x[nms(x[:, :4], x[:, 4], iou_thres)[:max_det]]
    return output


def test(opt, names):
    device = torch.device("cuda:" + opt.device if opt.device.isdigit() else opt.device)
    model = Detector(len(names)).to(device)
    model.eval()
    dataset = Images(opt.n, opt.img_size, len(names))
    dataloader = DataLoader(dataset, batch_size=opt.batch_size, collate_fn=Images.collate_fn)
    os.makedirs(opt.save_dir, exist_ok=True)
    seen, stats = 0, []
    for batch_i, (img, targets, paths) in enumerate(dataloader):
        img = img.to(device, non_blocking=True)
        targets = targets.to(device)
        nb, _, height, width = img.shape
        whwh = torch.Tensor([width, height, width, height]).to(device)
        with torch.no_grad():
            out = model(img)
            output = non_max_suppression(out, conf_thres=opt.conf_thres, iou_thres=opt.iou_thres)
        for si, pred in enumerate(output):
            labels = targets[targets[:, 0] == si, 1:]
            seen += 1
            if pred is None:
                continue
            tbox = xywh2xyxy(labels[:, 1:5]) * whwh
            ious, _ = box_iou(pred[:, :4], tbox).max(1)
            stats.append(((ious > 0.5).cpu(), pred[:, 4].cpu()))
        if batch_i < 3:
            f = os.path.join(opt.save_dir, f"test_batch{batch_i}_labels.jpg")
            plot_images(img, targets, paths, f, names)
            f = os.path.join(opt.save_dir, f"test_batch{batch_i}_pred.jpg")
            plot_images(img, output_to_target(output, width, height), paths, f, names)
    correct = np.concatenate([c.numpy() for c, _ in stats]) if stats else np.zeros(1)
    print(f"{seen} images, {correct.mean():.3f} of the boxes meet a label")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="test.py")
    parser.add_argument("--device", default="0")
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--img-size", type=int, default=64)
    parser.add_argument("--conf-thres", type=float, default=0.1)
    parser.add_argument("--iou-thres", type=float, default=0.5)
    parser.add_argument("--save-dir", default="runs/test")
    parser.add_argument("-n", type=int, default=8)
    test(parser.parse_args(), ["person", "car", "dog"])
