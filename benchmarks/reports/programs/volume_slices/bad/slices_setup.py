import torch
from torch import nn
from torch.utils.data import DataLoader

from volume import SliceSet


class Field(nn.Module):
    def __init__(self, bands=4, width=64):
        super().__init__()
        self.bands = bands
        self.net = nn.Sequential(nn.Linear(3 + 6 * bands, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(),
                                 nn.Linear(width, 1))

    def forward(self, x):
        parts = [x]
        for k in range(self.bands):
            parts += [torch.sin(2 ** k * x), torch.cos(2 ** k * x)]
        return self.net(torch.cat(parts, dim=-1)).squeeze(-1)


class Setup:
    """All that a run needs: the loaders, the field, and the optimizer."""

    def __init__(self, args):
        self.args = args
        self.number, self.steps = 1, args.steps
        self.test_every, self.chunk = args.test_every, args.chunk
        self.train_set, self.test_set = SliceSet("train"), SliceSet("eval")
        self.train_slices = DataLoader(self.train_set, batch_size=1, shuffle=True)  # wanted
        self.test_slices = DataLoader(self.test_set, batch_size=1, shuffle=False)
        self.field = Field()
        self.optim = torch.optim.Adam(self.field.parameters(), lr=args.lr)

    def render(self, coords, depths):
        along = coords[:, None, :] + depths.reshape(1, -1, 1) * torch.tensor([0.0, 0.0, 1.0])
        return self.field(along).mean(dim=1)

    def loss_fn(self, rendered, truth):
        return ((rendered - truth) ** 2).mean()
