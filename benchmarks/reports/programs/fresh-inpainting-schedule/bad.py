import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def make_beta_schedule(schedule, n, start=1e-4, end=2e-2):
    if schedule == "linear":
        betas = torch.linspace(start ** 0.5, end ** 0.5, n, dtype=torch.float64) ** 2
    elif schedule == "cosine":
        t = torch.arange(n + 1, dtype=torch.float64) / n + 8e-3
        a = torch.cos(t / 1.008 * np.pi / 2).pow(2)
        betas = np.clip(1 - (a / a[0])[1:] / (a / a[0])[:-1], a_min=0, a_max=0.999)
    else:
        raise ValueError(schedule)
    return betas.numpy()


def extract(a, t, x_shape):
    b, *_ = t.shape
    out = a.gather(-1, t)
    return out.reshape(b, *((1,) * (len(x_shape) - 1)))


class UNet(nn.Module):
    def __init__(self, channels=1, width=16):
        super().__init__()
        self.time = nn.Embedding(1000, width)
        self.inp = nn.Conv2d(channels, width, 3, padding=1)
        self.down = nn.Conv2d(width, width, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(width, width, 4, stride=2, padding=1)
        self.out = nn.Conv2d(width, channels, 3, padding=1)

    def forward(self, x, t):
        h = F.silu(self.inp(x) + self.time(t)[:, :, None, None])
        return self.out(h + F.silu(self.up(F.silu(self.down(h)))))


class DDPM(nn.Module):
    def __init__(self, timesteps=50, schedule="linear", v_posterior=0.0, weight=0.1):
        super().__init__()
        self.model = UNet()
        self.v_posterior, self.elbo_weight = v_posterior, weight
        self.num_timesteps = timesteps
        self.register_schedule(schedule, timesteps)

    def register_schedule(self, schedule, timesteps):
        betas = make_beta_schedule(schedule, timesteps)
        alphas = 1.0 - betas
        cum = np.cumprod(alphas)
        prev = np.append(1.0, cum[:-1])
        to_torch = lambda v: torch.tensor(v, dtype=torch.float32)  # noqa: E731
        self.register_buffer("betas", to_torch(betas))
        self.register_buffer("alphas_cumprod", to_torch(cum))
        self.register_buffer("sqrt_cum", to_torch(np.sqrt(cum)))
        self.register_buffer("sqrt_one_minus_cum", to_torch(np.sqrt(1.0 - cum)))
        variance = (1 - self.v_posterior) * betas * (1.0 - prev) / (1.0 - cum) + self.v_posterior * betas
        self.register_buffer("posterior_variance", to_torch(variance))
        self.register_buffer("mean_coef1", to_torch(betas * np.sqrt(prev) / (1.0 - cum)))
        self.register_buffer("mean_coef2", to_torch((1.0 - prev) * np.sqrt(alphas) / (1.0 - cum)))
        self.logvar = torch.full(fill_value=0.0, size=(timesteps,))  # wanted

    def q_sample(self, x, t, noise):
        return extract(self.sqrt_cum, t, x.shape) * x + extract(self.sqrt_one_minus_cum, t, x.shape) * noise

    def p_losses(self, x, t):
        noise = torch.randn_like(x)
        out = self.model(self.q_sample(x, t, noise), t)
        simple = F.mse_loss(out, noise, reduction="none").mean([1, 2, 3])
        log = {"loss_simple": simple.mean().item()}
        logvar_t = self.logvar[t].to(x.device)  # wanted
        loss = simple / torch.exp(logvar_t) + logvar_t
        log["logvar"] = self.logvar.mean().item()
        return loss.mean(), log

    def forward(self, x):
        t = torch.randint(0, self.num_timesteps, (x.shape[0],), device=x.device).long()
        return self.p_losses(x, t)

    @torch.no_grad()
    def sample(self, shape, device, mask=None, known=None):
        img = torch.randn(shape, device=device)
        for i in reversed(range(self.num_timesteps)):
            t = torch.full((shape[0],), i, device=device, dtype=torch.long)
            eps = self.model(img, t)
            a = extract(self.alphas_cumprod, t, img.shape)
            x0 = ((img - (1 - a).sqrt() * eps) / a.sqrt()).clamp(-1, 1)
            mean = extract(self.mean_coef1, t, img.shape) * x0 + extract(self.mean_coef2, t, img.shape) * img
            noise = torch.randn_like(img) if i > 0 else 0
            img = mean + extract(self.posterior_variance, t, img.shape).sqrt() * noise
            if mask is not None:
                img = self.q_sample(known, t, torch.randn_like(known)) * mask + (1 - mask) * img
        return img


def run(opt):
    device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
    ddpm = DDPM(opt.timesteps, opt.schedule).to(device)
    optimizer = torch.optim.AdamW(ddpm.parameters(), lr=opt.lr)
    for step in range(opt.steps):
        x = (torch.rand(opt.batch, 1, 16, 16) * 2 - 1).to(device)
        loss, log = ddpm(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}", log)
    mask = torch.ones(2, 1, 16, 16, device=device)
    mask[:, :, 4:12, 4:12] = 0
    picture = ddpm.sample((2, 1, 16, 16), device, mask, x[:2])
    np.save(opt.out, picture.cpu().numpy())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--timesteps", type=int, default=20)
    parser.add_argument("--schedule", default="linear")
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--out", default="inpainted.npy")
    run(parser.parse_args())
