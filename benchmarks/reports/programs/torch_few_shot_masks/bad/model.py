import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskNetwork(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU(), nn.Conv2d(width, width, 3, padding=1))
        self.scale = nn.Parameter(torch.tensor(10.0))
        self.cross_entropy_loss = nn.CrossEntropyLoss()

    def forward(self, query, support, mask):
        q = F.normalize(self.backbone(query), dim=1)
        s = F.normalize(self.backbone(support), dim=1)
        mask = mask.unsqueeze(1)
        fg = (s * mask).sum((2, 3), keepdim=True) / (mask.sum((2, 3), keepdim=True) + 1)
        bg = (s * (1 - mask)).sum((2, 3), keepdim=True) / ((1 - mask).sum((2, 3), keepdim=True) + 1)
        return self.scale * torch.stack([(q * bg).sum(1), (q * fg).sum(1)], 1)

    def compute_objective(self, logit_mask, gt_mask):
        return self.cross_entropy_loss(logit_mask, gt_mask.long())
