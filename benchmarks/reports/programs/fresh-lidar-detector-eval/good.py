import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

VOXELS = (32, 32)
RANGE_X, RANGE_Y = (0, 70), (-40, 40)
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
models_dir = "Models"
batch_size = 2


class PointClouds(Dataset):
    """Bird's eye views of scans with boxes of the cars."""

    def __init__(self, n=6):
        rng = np.random.default_rng(0)
        self.scans = rng.random((n, 500, 3)).astype(np.float32)
        self.boxes = [rng.random((rng.integers(1, 4), 5)).astype(np.float32) for _ in range(n)]

    def __len__(self):
        return len(self.scans)

    def voxelize(self, points):
        grid = np.zeros((8,) + VOXELS, dtype=np.float32)
        idx = (points[:, :2] * np.array(VOXELS)).astype(int).clip(0, VOXELS[0] - 1)
        z = (points[:, 2] * 8).astype(int).clip(0, 7)
        grid[z, idx[:, 0], idx[:, 1]] = 1
        return grid

    def __getitem__(self, i):
        return torch.from_numpy(self.voxelize(self.scans[i])), self.boxes[i], i


def my_collate(batch):
    return torch.stack([b[0] for b in batch]), [b[1] for b in batch], [b[2] for b in batch]


class BasisBlock(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.conv1 = nn.Conv2d(n_in, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 16, 3, padding=1)
        self.bn1, self.bn2 = nn.BatchNorm2d(16), nn.BatchNorm2d(16)

    def forward(self, x):
        return F.relu(self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x))))))


class BevNet(nn.Module):
    def __init__(self, n_in=8):
        super().__init__()
        self.basis_block = BasisBlock(n_in)
        self.down = nn.Conv2d(16, 24, 3, stride=4, padding=1)
        self.cls, self.reg = nn.Conv2d(24, 1, 3, padding=1), nn.Conv2d(24, 6, 3, padding=1)

    def forward(self, x):
        x = F.relu(self.down(self.basis_block(x)))
        return torch.cat([torch.sigmoid(self.cls(x)), self.reg(x)], dim=1)


def overlap(a, b):
    x = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    y = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    inter = max(0, x) * max(0, y)
    return inter / (a[2] * a[3] + b[2] * b[3] - inter + 1e-9)


def process_regression_target(reg, cls, threshold):
    rows, cols = torch.where(cls > threshold)
    boxes = []
    for r, c in zip(rows.tolist(), cols.tolist()):
        cos, sin, dx, dy, lw, ll = reg[:, r, c].tolist()
        boxes.append([(c + dx) / 8, (r + dy) / 8, np.exp(lw) / 8, np.exp(ll) / 8, np.arctan2(sin, cos), cls[r, c].item()])
    return boxes


def evaluate_model(model, data_loader, distance_ranges, iou_thresholds):
    eval_dict = {t: {r: [0, 0] for r in distance_ranges} for t in iou_thresholds}
    times = []
    model.eval()
    for batch_data, batch_labels, batch_ids in data_loader:
        start = time.time()
        batch_data = batch_data.to(device)
        with torch.set_grad_enabled(False):
            batch_predictions = model(batch_data)
        batch_predictions = batch_predictions.cpu()
        times.append(time.time() - start)
        for prediction, labels in zip(batch_predictions, batch_labels):
            boxes = process_regression_target(prediction[1:], prediction[0], 0.5)
            for threshold in iou_thresholds:
                for far in distance_ranges:
                    inside = [b for b in labels if b[0] * RANGE_X[1] < far]
                    hits = sum(any(overlap(b, p) > threshold for p in boxes) for b in inside)
                    eval_dict[threshold][far][0] += hits
                    eval_dict[threshold][far][1] += len(inside)
    eval_dict["time"] = float(np.mean(times))
    return eval_dict


if __name__ == "__main__":
    np.random.seed(1)
    data_loader = DataLoader(PointClouds(), batch_size=batch_size, collate_fn=my_collate)
    pixor = BevNet().to(device)
    model_path = os.path.join(models_dir, "PIXOR_Epoch_17.pt")
    if os.path.exists(model_path):
        pixor.load_state_dict(torch.load(model_path, map_location=device))
    n_epochs_trained = 17
    print("evaluate after epoch", n_epochs_trained, "on", device)
    eval_dict = evaluate_model(pixor, data_loader, distance_ranges=[70, 50, 30], iou_thresholds=[0.5, 0.7, 0.9])
    for threshold in (0.5, 0.7, 0.9):
        for far, (hits, total) in eval_dict[threshold].items():
            print(f"IoU {threshold} range {far}: {hits}/{total}")
    print(f"{eval_dict['time']:.3f} s per batch")
