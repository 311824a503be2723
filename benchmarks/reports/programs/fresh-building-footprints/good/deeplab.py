import torch
import torch.nn as nn
import torch.nn.functional as F


class ASPP(nn.Module):
    def __init__(self, inplanes, planes=16):
        super().__init__()
        self.branches = nn.ModuleList([
            nn.Conv2d(inplanes, planes, 1),
            nn.Conv2d(inplanes, planes, 3, padding=2, dilation=2),
            nn.Conv2d(inplanes, planes, 3, padding=4, dilation=4),
        ])
        self.pool = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(inplanes, planes, 1))
        self.merge = nn.Conv2d(planes * 4, planes, 1)

    def forward(self, x):
        outs = [b(x) for b in self.branches]
        outs.append(F.interpolate(self.pool(x), size=x.shape[2:], mode="nearest"))
        return F.relu(self.merge(torch.cat(outs, dim=1)))


class DeepLab(nn.Module):
    def __init__(self, num_classes=2, width=16):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU())
        self.layer = nn.Sequential(nn.Conv2d(width, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU())
        self.aspp = ASPP(width)
        self.classifier = nn.Conv2d(16 + width, num_classes, 3, padding=1)

    def forward(self, x):
        low = self.stem(x)
        high = self.aspp(self.layer(low))
        high = F.interpolate(high, size=low.shape[2:], mode="bilinear", align_corners=True)
        out = self.classifier(torch.cat([high, low], dim=1))
        return F.interpolate(out, size=x.shape[2:], mode="bilinear", align_corners=True)


def load_model(model, path):
    checkpoint = torch.load(path, map_location="cpu")
    state = checkpoint["model"] if "model" in checkpoint else checkpoint
    if any(k.startswith("module.") for k in state):
        state = {k[len("module."):]: v for k, v in state.items()}
    model.load_state_dict(state)
    print("loaded", path, "epoch", checkpoint.get("epoch", "?"), "best", checkpoint.get("best_miou", "?"))
