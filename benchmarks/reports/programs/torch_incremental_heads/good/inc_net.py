import copy

import torch
from torch import nn


class SimpleLinear(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = nn.Parameter(torch.zeros(out_features, in_features))
        self.bias = nn.Parameter(torch.zeros(out_features))
        nn.init.kaiming_uniform_(self.weight)

    def forward(self, x):
        return {"logits": nn.functional.linear(x, self.weight, self.bias)}


def get_convnet(width=8):
    return nn.Sequential(nn.Conv2d(1, width, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())


class ExpandingNet(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.args = args
        self.out_dim = args["width"]
        self.convnets = nn.ModuleList()
        self.fc = None
        self.old_fc = None
        self.aux_fc = None
        self.task_sizes = []

    @property
    def feature_dim(self):
        return self.out_dim * len(self.convnets)

    def extract_vector(self, x):
        return torch.cat([convnet(x) for convnet in self.convnets], 1)

    def update_fc(self, nb_classes):
        if len(self.convnets) == 0:
            self.convnets.append(get_convnet(self.out_dim))
        else:
            self.convnets.append(get_convnet(self.out_dim))
            self.convnets[-1].load_state_dict(self.convnets[-2].state_dict())
        new_task_size = nb_classes - sum(self.task_sizes)
        self.task_sizes.append(new_task_size)
        fc = SimpleLinear(self.feature_dim, nb_classes)
        if self.fc is not None:
            nb_output = self.fc.out_features
            fc.weight.data[:nb_output, : self.feature_dim - self.out_dim] = copy.deepcopy(self.fc.weight.data)
            fc.bias.data[:nb_output] = copy.deepcopy(self.fc.bias.data)
            self.old_fc = self.fc
            self.old_fc.requires_grad_(False)
        self.fc = fc
        self.aux_fc = SimpleLinear(self.out_dim, new_task_size + 1)

    def forward(self, x):
        features = self.extract_vector(x)
        if self.old_fc is None:
            return {"logits": self.fc(features)["logits"], "features": features}
        new_task_size = self.task_sizes[-1]
        zeros = torch.zeros((new_task_size, self.feature_dim - self.out_dim), device=self.old_fc.weight.device)
        fc_weight = torch.cat([self.old_fc.weight, zeros], dim=0)
        old_logits = nn.functional.linear(features[:, : -self.out_dim], fc_weight)
        logits = self.fc(features)["logits"] + old_logits
        aux_logits = self.aux_fc(features[:, -self.out_dim :])["logits"]
        return {"logits": logits, "aux_logits": aux_logits, "features": features}
