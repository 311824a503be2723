import torch
import torch.nn.functional as F
from torch import nn


def windows(x, height, width):
    """The map in pieces, as (pixels of a piece, pieces, channels)."""
    b, c, h, w = x.shape
    x = x.reshape(b, c, h // height, height, w // width, width)
    return x.permute(3, 5, 0, 2, 4, 1).reshape(height * width, -1, c)


class QueryLayer(nn.Module):
    def __init__(self, width, stride):
        super().__init__()
        self.stride = stride
        self.attend = nn.MultiheadAttention(width, 4)
        self.classify = nn.Linear(width, 2)
        self.offset = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 2))

    def point_grid(self, image):
        rows, columns = (torch.tensor(image.shape[2:]) + self.stride // 2 - 1) // self.stride
        shift_x = ((torch.arange(0, columns) + 0.5) * self.stride).long()
        shift_y = ((torch.arange(0, rows) + 0.5) * self.stride).long()
        shift_y, shift_x = torch.meshgrid(shift_y, shift_x, indexing="ij")
        return torch.vstack([shift_y.flatten(), shift_x.flatten()]).permute(1, 0), shift_x.shape

    def queries(self, image, features, positions):
        points, (h, w) = self.point_grid(image)
        embedded = positions[:, :, points[:, 0], points[:, 1]]
        looked_up = features[:, :, points[:, 0] // self.stride, points[:, 1] // self.stride]
        return embedded, points, looked_up, h, w

    def train_queries(self, image, features, positions):
        embedded, points, looked_up, _, _ = self.queries(image, features, positions)
        return (embedded + looked_up).permute(2, 0, 1), points

    def test_queries(self, image, features, positions, split, window=(2, 4)):
        """Only the queries in those windows in which the splitter sees a crowd."""
        embedded, points, looked_up, h, w = self.queries(image, features, positions)
        query = windows((embedded + looked_up).reshape(1, -1, h, w), *window)
        points = windows(points.reshape(h, w, 2).permute(2, 0, 1).unsqueeze(0), *window)
        valid = (windows(split.unsqueeze(1), *window) > 0.5).sum(dim=0)[:, 0] > 0
        query = query[:, valid].flatten(0, 1).unsqueeze(1)
        points = points[:, valid.to(points.device)].reshape(-1, 2)
        return query, points

    def forward(self, image, features, positions, split):
        if self.training:
            query, points = self.train_queries(image, features, positions)
        else:
            query, points = self.test_queries(image, features, positions, split)
        memory = features.flatten(2).permute(2, 0, 1)
        hidden, _ = self.attend(query, memory, memory)
        height, width = image.shape[2:]
        points = points.float().to(hidden.device) / torch.tensor([height, width], device=hidden.device)
        offsets = (self.offset(hidden).sigmoid() - 0.5) * 2.0 / 8
        return {"logits": self.classify(hidden), "points": points[:, None] + offsets}


class CrowdNet(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, width, 3, 4, 1), nn.ReLU(), nn.Conv2d(width, width, 3, 2, 1))
        self.positions = nn.Conv2d(3, width, 1)
        self.splitter = nn.Sequential(nn.AvgPool2d(2), nn.Conv2d(width, 1, 1), nn.Sigmoid())
        self.sparse = QueryLayer(width, stride=8)

    def forward(self, image):
        features = self.backbone(image)
        split = F.interpolate(self.splitter(features), features.shape[2:]).squeeze(1)
        out = self.sparse(image, features, self.positions(image), split)
        out["split"] = split
        return out
