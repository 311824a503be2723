import torch


def per_image(values, images):
    return values.reshape(-1, *([1] * (images.dim() - 1)))


class DiffusionPipeline:
    """The schedule of the noise, how an image gets it, and how it is taken away again."""

    def __init__(self, first=1e-4, last=1e-2, steps=1000):
        self.noise_rates = torch.linspace(first, last, steps)
        self.kept = 1 - self.noise_rates
        self.kept_so_far = torch.cumprod(self.kept, dim=0)
        self.steps = steps

    def forward_diffusion(self, images, moments):
        noise = torch.randn(images.shape).to(images.device)
        share = self.kept_so_far[moments].to(images.device)  # wanted
        share = per_image(share, images)
        return torch.sqrt(share) * images + torch.sqrt(1 - share) * noise, noise

    @torch.no_grad()
    def sampling(self, model, initial_noise, device):
        image = initial_noise
        for moment in range(self.steps - 1, -1, -1):
            ts = moment * torch.ones(image.shape[0], dtype=torch.long, device=device)
            predicted = model(image, ts)
            rate_t = self.noise_rates[moment].to(device)
            kept_t = self.kept[moment].to(device)
            share = self.kept_so_far[moment].to(device)
            before = self.kept_so_far[moment - 1].to(device) if moment > 0 else torch.ones(1).to(device)
            variance = rate_t * (1 - before) / (1 - share)
            noise = torch.sqrt(variance) * torch.randn(image.shape).to(device) if moment > 0 else 0
            image = torch.pow(kept_t, -0.5) * (image - rate_t / torch.sqrt(1 - share) * predicted) + noise
        return image
