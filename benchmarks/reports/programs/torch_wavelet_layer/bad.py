import torch
import torch.nn as nn
import torch.nn.functional as F


def gabor_bank(tt, foi, fwhm, sfreq, dtype=torch.complex64):
    foi, fwhm = 2**foi, 2**fwhm
    window = torch.exp(-4 * torch.log(torch.tensor(2.0)) * (tt / fwhm[:, None]) ** 2)
    bank = window * torch.exp(2j * torch.pi * foi[:, None] * tt)
    bank = bank / torch.linalg.norm(bank, dim=-1, keepdim=True)
    return bank.to(dtype)


def shrink(covariances, amount):
    """Ledoit and Wolf: pull each covariance towards a multiple of the identity."""
    n_chans = covariances.shape[-1]
    shrink_mat = torch.eye(n_chans)  # wanted
    mu = torch.diagonal(covariances, dim1=-2, dim2=-1).mean(-1)[..., None, None]
    alpha = torch.sigmoid(amount)
    return (1 - alpha) * covariances + alpha * mu * shrink_mat


class WaveletConv(nn.Module):
    def __init__(self, kernel_width_s, foi_init, sfreq=100, fwhm_init=None, padding=0, stride=1, dtype=torch.complex64, device=None):
        super().__init__()
        self.n_wavelets = len(foi_init)
        self.sfreq = sfreq
        self.padding = padding
        self.stride = stride
        self.dtype = dtype
        self.device = device if device is not None else torch.device("cpu")
        kernel_length = int(kernel_width_s * sfreq)
        self.register_buffer("tt", torch.linspace(-kernel_width_s / 2, kernel_width_s / 2, kernel_length))
        foi = foi_init.detach().clone() if isinstance(foi_init, torch.Tensor) else torch.tensor(foi_init)
        if fwhm_init is None:
            fwhm = -foi
        else:
            fwhm = torch.tensor(fwhm_init)
        self.foi = nn.Parameter(foi)
        self.fwhm = nn.Parameter(fwhm)

    def forward(self, X):
        wavelets = gabor_bank(self.tt, self.foi, self.fwhm, self.sfreq, self.dtype)
        n_freqs = wavelets.shape[0]
        X = X.to(dtype=self.dtype)
        if X.dim() == 3:
            batch, channels, times = X.shape
            out = F.conv1d(X.view(-1, 1, times), wavelets.unsqueeze(1), padding=self.padding, stride=self.stride)
            out = out.view(batch, channels, n_freqs, -1).swapaxes(1, 2)
        else:
            batch, epochs, channels, times = X.shape
            out = F.conv1d(X.view(-1, 1, times), wavelets.unsqueeze(1), padding=self.padding, stride=self.stride)
            out = out.view(batch, epochs, channels, n_freqs, -1).permute(0, 3, 2, 1, 4)
            out = out.reshape(batch, n_freqs, channels, -1)
        return out.to(device=self.device, dtype=self.dtype)  # wanted


class CovPool(nn.Module):
    def __init__(self, n_freqs):
        super().__init__()
        self.amount = nn.Parameter(torch.zeros(n_freqs, 1, 1))

    def forward(self, X):
        X = X.abs()
        X = X - X.mean(-1, keepdim=True)
        cov = X @ X.mT / (X.shape[-1] - 1)
        return shrink(cov, self.amount)


class Green(nn.Module):
    def __init__(self, n_chans, n_outputs, foi):
        super().__init__()
        self.wavelet = WaveletConv(0.25, foi, sfreq=100)
        self.pool = CovPool(len(foi))
        self.head = nn.Sequential(nn.Flatten(), nn.BatchNorm1d(len(foi) * n_chans**2), nn.Linear(len(foi) * n_chans**2, n_outputs))

    def forward(self, x):
        return self.head(self.pool(self.wavelet(x)))


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = torch.utils.data.TensorDataset(torch.randn(24, 4, 80), torch.randint(0, 2, (24,)))
    loader = torch.utils.data.DataLoader(data, batch_size=8, shuffle=True)
    model = Green(4, 2, [1.0, 2.0, 3.0]).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(2):
        for X, y in loader:
            X, y = X.to(device), y.to(device)
            optimizer.zero_grad()
            loss = criterion(model(X), y)
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
