import argparse

import torch
import torch.nn as nn
from loss import compute_loss


class Detect(nn.Module):
    def __init__(self, channels=(8, 16), na=3):
        super().__init__()
        self.nl, self.na = len(channels), na
        self.register_buffer("anchors", torch.tensor([[[1.0, 1], [2, 1], [1, 2]], [[1, 1], [2, 2], [1, 3]]]))
        self.m = nn.ModuleList(nn.Conv2d(c, na * 6, 1) for c in channels)

    def forward(self, xs):
        out = []
        for x, m in zip(xs, self.m):
            y = m(x)
            out.append(y.view(y.shape[0], self.na, 6, *y.shape[2:]).permute(0, 1, 3, 4, 2).contiguous())
        return out


class Darknet(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Conv2d(3, 8, 3, 4, 1), nn.Conv2d(8, 16, 3, 2, 1), Detect())

    def forward(self, x):
        a = self.model[0](x).relu()
        b = self.model[1](a).relu()
        return self.model[2]([a, b])


def train(hyp, opt, device):
    model = Darknet().to(device)
    model.hyp = hyp
    optimizer = torch.optim.SGD(model.parameters(), lr=hyp["lr0"])
    for epoch in range(opt.epochs):
        imgs = torch.rand(2, 3, 64, 64)
        targets = torch.cat([torch.randint(0, 2, (6, 2)).float(), torch.rand(6, 4) * 0.5 + 0.1], 1)
        imgs = imgs.to(device, non_blocking=True).float()
        pred = model(imgs)
        loss, loss_items = compute_loss(pred, targets.to(device), model)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss_items.tolist())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--device", default="", help="cuda device, i.e. 0 or 0,1,2,3 or cpu")
    opt = parser.parse_args()
    device = torch.device("cpu" if opt.device == "cpu" or not torch.cuda.is_available() else "cuda:0")
    train({"lr0": 0.01, "obj_pw": 1.0, "anchor_t": 4.0, "box": 0.05, "obj": 1.0}, opt, device)
