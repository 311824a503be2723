import torch
import torch.nn as nn


def quantile_function(qs, cws, xs):
    idx = torch.searchsorted(cws, qs)
    return torch.take_along_dim(xs, torch.clamp(idx, 0, xs.shape[-1] - 1), dim=-1)


def wasserstein_1d(u_values, v_values, u_weights=None, v_weights=None, p=1):
    u_cum = torch.cumsum(u_weights, 1)
    v_cum = torch.cumsum(v_weights, 1)
    qs = torch.sort(torch.cat((u_cum, v_cum), 1), 1)[0]
    u_quantiles = quantile_function(qs, u_cum, u_values)
    v_quantiles = quantile_function(qs, v_cum, v_values)
    qs = torch.nn.functional.pad(qs, pad=(1, 0))
    delta = qs[..., 1:] - qs[..., :-1]
    return torch.sum(delta * (u_quantiles - v_quantiles).abs().pow(p), 1)


class BaseTransform(nn.Module):
    def __init__(self, scaling="normalized", device="cpu"):
        super().__init__()
        self.device = device
        self.scaling = scaling

    def get_bin_positions(self):
        raise NotImplementedError


class STFT(BaseTransform):
    def __init__(self, fft_size=256, hop_length=64, sr=16000, scaling="normalized", device="cpu"):
        super().__init__(scaling, device)
        self.fft_size = fft_size
        self.hop = hop_length
        self.sr = sr
        self.register_buffer("window", torch.hann_window(fft_size))

    def get_bin_positions(self):
        if "normalized" in self.scaling:
            return torch.linspace(0, 1, self.fft_size // 2 + 1)
        return torch.fft.rfftfreq(self.fft_size, d=1 / self.sr)

    def forward(self, x):
        spec = torch.stft(x, n_fft=self.fft_size, hop_length=self.hop, window=self.window, return_complex=True)
        return torch.abs(spec)


class BaseLoss(nn.Module):
    def __init__(self, transform="stft", fft_size=256, hop_length=64, square=False, dim=-1, eps=1e-8, device="cpu", reduce=True, **kwargs):
        super().__init__()
        if transform == "stft":
            self.transform_module = STFT(fft_size=fft_size, hop_length=hop_length, device=device)
        elif transform is None or transform == "identity":
            self.transform_module = nn.Identity()
        else:
            raise ValueError(f"Unknown transform {transform}")
        self.device = device
        self.dim = dim
        if not isinstance(self.transform_module, nn.Identity) and dim == -1:
            self.register_buffer("bin_positions", self.transform_module.get_bin_positions())
        else:
            self.bin_positions = None
        self.eps = eps
        self.square = square
        self.reduce = reduce
        self.to(device)

    def forward(self, x, y):
        y = y.to(x.device)
        if x.ndim == 1:
            x = x.unsqueeze(0)
            y = y.unsqueeze(0)
        x_spec = self.transform_module(x).permute(0, 2, 1)
        y_spec = self.transform_module(y).permute(0, 2, 1)
        if self.square:
            x_spec = x_spec**2
            y_spec = y_spec**2
        loss = self.loss(x_spec, y_spec, self.bin_positions, self.bin_positions)
        return loss.mean() if self.reduce else loss

    def loss(self, x_values, y_values, x_positions=None, y_positions=None):
        raise NotImplementedError


class TransportLoss(BaseLoss):
    def __init__(self, transform="stft", p=2, eps=1e-8, device="cpu", **kwargs):
        super().__init__(transform=transform, eps=eps, device=device, **kwargs)
        self.p = p

    def loss(self, x_values, y_values, x_positions=None, y_positions=None):
        batch, frames, bins = x_values.shape
        x = x_values.reshape(-1, bins) + self.eps
        y = y_values.reshape(-1, bins) + self.eps
        x = x / x.sum(-1, keepdim=True)
        y = y / y.sum(-1, keepdim=True)
        u = x_positions.expand(x.shape[0], -1)
        v = y_positions.expand(y.shape[0], -1)
        return wasserstein_1d(u, v, x.contiguous(), y.contiguous(), self.p).view(batch, frames).mean(1)


if __name__ == "__main__":
    torch.manual_seed(0)
    loss_fn = TransportLoss(transform="stft", p=2, fft_size=256).to("cuda")
    frequency = nn.Parameter(torch.tensor([440.0], device="cuda"))
    time = torch.arange(4096, device="cuda") / 16000
    target = torch.sin(2 * torch.pi * 600 * time)
    optimizer = torch.optim.Adam([frequency], lr=1.0)
    for i in range(3):
        optimizer.zero_grad()
        loss = loss_fn(torch.sin(2 * torch.pi * frequency * time), target)
        loss.backward()
        optimizer.step()
        print(i, loss.item(), frequency.item())
