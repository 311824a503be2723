import torch
import torch.nn as nn


class Gate(nn.Module):
    def forward(self, x):
        a, b = torch.chunk(x, 2, dim=1)
        return torch.tanh(a) * torch.sigmoid(b)


class CausalBlock(nn.Module):
    """One gated row of the prior; the first of them must not see the present pose."""

    def __init__(self, first, width, kernel, speakers):
        super().__init__()
        self.first = first
        self.speaker_embedding = nn.Embedding(speakers, 2 * width)
        self.rows = nn.Conv2d(width, 2 * width, (kernel // 2 + 1, 1), padding=(kernel // 2, 0))
        self.residual = nn.Conv2d(width, width, 1)
        self.gate = Gate()

    def hide_present(self):
        self.rows.weight.data[:, :, -1].zero_()

    def forward(self, x, speaker):
        if self.first:
            self.hide_present()
        bias = self.speaker_embedding(speaker)
        h = self.rows(x)[:, :, :x.size(2), :]
        out = self.gate(h + bias[:, :, None, None])
        return self.residual(out) if self.first else self.residual(out) + x


class PosePrior(nn.Module):
    def __init__(self, codes=64, width=32, depth=3, speakers=4, audio_width=16):
        super().__init__()
        self.codes = nn.Embedding(codes, width)
        self.audio = nn.Conv2d(audio_width, width, 1)
        self.mix = nn.Conv2d(2 * width, width, 1)
        self.blocks = nn.ModuleList()
        for i in range(depth):
            self.blocks.append(CausalBlock(i == 0, width, 7 if i == 0 else 3, speakers))
        self.head = nn.Sequential(nn.Conv2d(width, 2 * width, 1), nn.ReLU(), nn.Conv2d(2 * width, codes, 1))

    def forward(self, tokens, speaker, audio):
        x = self.codes(tokens).permute(0, 3, 1, 2)
        for i, block in enumerate(self.blocks):
            if i == 1:
                x = self.mix(torch.cat([x, self.audio(audio)], dim=1))
            x = block(x, speaker)
        return self.head(x)

    @torch.no_grad()
    def generate(self, speaker, audio, steps, joints=2):
        device = next(self.parameters()).device
        tokens = torch.zeros(audio.size(0), steps, joints, dtype=torch.long, device=device)
        for t in range(steps):
            for j in range(joints):
                logits = self(tokens, speaker, audio)[:, :, t, j]
                tokens[:, t, j] = torch.multinomial(logits.softmax(-1), 1).squeeze(1)
        return tokens
