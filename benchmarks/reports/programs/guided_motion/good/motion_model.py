import torch
import torch.nn as nn


class GuideNet(nn.Module):
    """Draws rough guide poses from audio; trained before and frozen here."""

    def __init__(self, width=32, layers=2):
        super().__init__()
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True)
        self.enter = nn.Linear(8, width)
        self.body = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.out = nn.Linear(width, 6)

    def forward(self, audio):
        return self.out(self.body(self.enter(audio)))


class MotionDenoiser(nn.Module):
    def __init__(self, args, width=32):
        super().__init__()
        self.args = args
        self.pose = nn.Linear(6, width)
        self.audio = nn.Linear(8, width)
        self.guide = nn.Linear(6, width)
        self.time = nn.Embedding(args.steps, width)
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True)
        self.body = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.out = nn.Linear(width, 6)
        if args.guide_weights is not None:
            self.load_guide(args.guide_weights)

    def load_guide(self, path):
        self.guide_net = GuideNet()
        for p in self.guide_net.parameters():
            p.requires_grad = False
        print("guide from", path)
        saved = torch.load(path, map_location="cpu")
        missing, unexpected = self.guide_net.load_state_dict(saved["model_state_dict"], strict=False)
        assert len(missing) == 0, missing
        assert len(unexpected) == 0, unexpected

    def forward(self, x, times, audio):
        with torch.no_grad():
            guide = self.guide_net(audio)
        h = self.pose(x) + self.audio(audio) + self.guide(guide) + self.time(times)[:, None]
        return self.out(self.body(h))
