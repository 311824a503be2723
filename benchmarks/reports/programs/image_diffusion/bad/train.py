from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from config import settings
from pipeline import DiffusionPipeline
from unet import UNet


def get_loader(config, count=12):
    rng = np.random.default_rng(0)
    shape = (count, config.image_channels, config.image_size, config.image_size)
    images = torch.from_numpy(rng.random(shape).astype(np.float32)) * 2 - 1
    return DataLoader([{"images": image} for image in images], batch_size=config.train_batch_size, shuffle=True)


def draw_samples(config, epoch, pipeline, model):
    shape = (config.eval_batch_size, config.image_channels, config.image_size, config.image_size)
    images = pipeline.sampling(model, torch.randn(*shape).to(config.device), device=config.device)
    images = ((images.clamp(-1, 1) + 1) * 127.5).byte().permute(0, 2, 3, 1).cpu().numpy()
    folder = Path(config.output_dir, "samples")
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / f"{epoch:04d}.npy", images)


def main():
    config = settings
    loader = get_loader(config)
    model = UNet(config.image_channels).to(config.device)
    print("Model size:", sum(p.numel() for p in model.parameters() if p.requires_grad))
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=len(loader) * config.num_epochs)
    pipeline = DiffusionPipeline(first=1e-4, last=1e-2, steps=config.diffusion_steps)

    for epoch in range(config.start_epoch, config.num_epochs):
        running = 0
        model.train()
        for step, batch in enumerate(loader):
            original = batch["images"].to(config.device)
            moments = torch.randint(0, pipeline.steps, (original.shape[0],), device=config.device).long()
            noisy, noise = pipeline.forward_diffusion(original, moments)
            noisy = noisy.to(config.device)
            loss = F.mse_loss(model(noisy, moments), noise)
            running = running + (loss.detach().item() - running) / (step + 1)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        print(f"epoch {epoch}: loss {running:.4f}, rate {scheduler.get_last_lr()[0]:.2e}")
        if (epoch + 1) % config.save_image_epochs == 0:
            model.eval()
            draw_samples(config, epoch, pipeline, model)


if __name__ == "__main__":
    main()
