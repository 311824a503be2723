import torch


def broadcast(values, images):
    return values.reshape(-1, *([1] * (images.dim() - 1)))


class DiffusionPipeline:
    """The schedule of the noise, how an image gets it, and how it is taken away again."""

    def __init__(self, beta_start=1e-4, beta_end=1e-2, num_timesteps=1000):
        self.betas = torch.linspace(beta_start, beta_end, num_timesteps)
        self.alphas = 1 - self.betas
        self.alphas_hat = torch.cumprod(self.alphas, dim=0)
        self.num_timesteps = num_timesteps

    def forward_diffusion(self, images, timesteps):
        noise = torch.randn(images.shape).to(images.device)
        alpha_hat = self.alphas_hat.to(images.device)[timesteps]
        alpha_hat = broadcast(alpha_hat, images)
        return torch.sqrt(alpha_hat) * images + torch.sqrt(1 - alpha_hat) * noise, noise

    @torch.no_grad()
    def sampling(self, model, initial_noise, device):
        image = initial_noise
        for timestep in range(self.num_timesteps - 1, -1, -1):
            ts = timestep * torch.ones(image.shape[0], dtype=torch.long, device=device)
            predicted = model(image, ts)
            beta_t = self.betas[timestep].to(device)
            alpha_t = self.alphas[timestep].to(device)
            alpha_hat = self.alphas_hat[timestep].to(device)
            before = self.alphas_hat[timestep - 1].to(device) if timestep > 0 else torch.ones(1).to(device)
            variance = beta_t * (1 - before) / (1 - alpha_hat)
            noise = torch.sqrt(variance) * torch.randn(image.shape).to(device) if timestep > 0 else 0
            image = torch.pow(alpha_t, -0.5) * (image - beta_t / torch.sqrt(1 - alpha_hat) * predicted) + noise
        return image
