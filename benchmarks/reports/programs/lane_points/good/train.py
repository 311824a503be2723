import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader

from gpu_interp import interp_rows
from lane_dataset import LaneDataset


class LaneNet(nn.Module):
    def __init__(self, lanes=4, rows=10, width=16):
        super().__init__()
        self.shape = (lanes, rows)
        self.features = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU(),
                                      nn.Conv2d(width, width, 3, 2, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(4))
        self.head = nn.Linear(16 * width, lanes * rows)

    def forward(self, x):
        return self.head(self.features(x).flatten(1)).view(-1, *self.shape).sigmoid()


def get_loader(args):
    dataset = LaneDataset(args.images)
    return DataLoader(dataset, batch_size=args.batch_size, shuffle=True, num_workers=args.workers, drop_last=True)


def train(net, loader, optimizer, epoch):
    net.train()
    rows = torch.from_numpy(loader.dataset.rows).cuda()
    for step, (images, points) in enumerate(loader):
        images, points = images.cuda(), points.cuda()
        target = interp_rows(points, rows)
        loss = F.smooth_l1_loss(net(images), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch} step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", type=int, default=16)
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--epoch", type=int, default=2)
    args = parser.parse_args()
    torch.backends.cudnn.benchmark = True
    network = LaneNet().cuda()
    train_loader = get_loader(args)
    adam = torch.optim.Adam(network.parameters(), lr=1e-3)
    for number in range(args.epoch):
        train(network, train_loader, adam, number)
