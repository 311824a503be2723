import argparse
import random
from pathlib import Path

import torch
from diffusers import DDIMScheduler, EulerAncestralDiscreteScheduler, LMSDiscreteScheduler, UNet2DConditionModel
from diffusers.schedulers.scheduling_utils import SchedulerMixin
from torch import nn, optim
from transformers import CLIPTextModel, CLIPTokenizer

UNET_IN_CHANNELS = 4
VAE_SCALE_FACTOR = 8


def create_noise_scheduler(name):
    name = name.lower().replace(" ", "_")
    common = dict(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", num_train_timesteps=1000)
    if name == "ddim":
        return DDIMScheduler(clip_sample=False, **common)
    if name == "lms":
        return LMSDiscreteScheduler(**common)
    if name == "euler_a":
        return EulerAncestralDiscreteScheduler(**common)
    raise ValueError(name)


def get_random_noise(batch_size, height, width, generator=None):
    return torch.randn(
        (batch_size, UNET_IN_CHANNELS, height // VAE_SCALE_FACTOR, width // VAE_SCALE_FACTOR), generator=generator, device="cpu"
    )


def get_initial_latents(scheduler: SchedulerMixin, n_imgs, height, width, n_prompts, generator=None):
    noise = get_random_noise(n_imgs, height, width, generator=generator).repeat(n_prompts, 1, 1, 1)
    latents = noise * scheduler.init_noise_sigma  # wanted
    return latents


def encode_prompts(tokenizer, text_encoder, prompts):
    tokens = tokenizer(prompts, padding="max_length", max_length=tokenizer.model_max_length, truncation=True, return_tensors="pt")
    return text_encoder(tokens.input_ids.to(text_encoder.device))[0]


def predict_noise(unet, scheduler, timestep, latents, text_embeddings, guidance_scale=7.5):
    latent_model_input = torch.cat([latents] * 2)
    latent_model_input = scheduler.scale_model_input(latent_model_input, timestep)
    noise_pred = unet(latent_model_input, timestep, encoder_hidden_states=text_embeddings).sample
    uncond, text = noise_pred.chunk(2)
    return uncond + guidance_scale * (text - uncond)


def diffusion(unet, scheduler, latents, text_embeddings, total_timesteps, start_timesteps=0):
    for timestep in scheduler.timesteps[start_timesteps:total_timesteps]:
        noise_pred = predict_noise(unet, scheduler, timestep, latents, text_embeddings)
        latents = scheduler.step(noise_pred, timestep, latents).prev_sample
    return latents


class LoRAScale(nn.Module):
    def __init__(self, unet, rank=4):
        super().__init__()
        self.down = nn.Linear(unet.config.cross_attention_dim, rank, bias=False)
        self.up = nn.Linear(rank, unet.config.cross_attention_dim, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return x + self.up(self.down(x))


def train(args, prompts, device):
    tokenizer = CLIPTokenizer.from_pretrained(args.model, subfolder="tokenizer")
    text_encoder = CLIPTextModel.from_pretrained(args.model, subfolder="text_encoder").to(device)
    unet = UNet2DConditionModel.from_pretrained(args.model, subfolder="unet").to(device)
    unet.requires_grad_(False)
    unet.eval()
    scheduler = create_noise_scheduler(args.scheduler)
    network = LoRAScale(unet).to(device)
    optimizer = optim.AdamW(network.parameters(), lr=args.lr)
    criteria = nn.MSELoss()
    with torch.no_grad():
        embeddings = {p: encode_prompts(tokenizer, text_encoder, ["", p]) for pair in prompts for p in pair}
    for i in range(args.iterations):
        scheduler.set_timesteps(args.max_denoising_steps, device=device)
        optimizer.zero_grad()
        target, neutral = random.choice(prompts)
        timesteps_to = torch.randint(1, args.max_denoising_steps, (1,)).item()
        with torch.no_grad():
            latents = get_initial_latents(scheduler, 1, args.resolution, args.resolution, 1).to(device)
            denoised = diffusion(unet, scheduler, latents, embeddings[target], timesteps_to)
            current = scheduler.timesteps[int(timesteps_to * 1000 / args.max_denoising_steps) % args.max_denoising_steps]
            neutral_latents = predict_noise(unet, scheduler, current, denoised, embeddings[neutral], 1)
        target_latents = predict_noise(unet, scheduler, current, denoised, network(embeddings[target]), 1)
        loss = criteria(target_latents, neutral_latents)
        loss.backward()
        optimizer.step()
    Path("sliders").mkdir(exist_ok=True)
    torch.save(network.state_dict(), "sliders/last.pt")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="CompVis/stable-diffusion-v1-4")
    parser.add_argument("--scheduler", default="euler_a")
    parser.add_argument("--lr", type=float, default=2e-4)
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--max_denoising_steps", type=int, default=50)
    parser.add_argument("--resolution", type=int, default=512)
    parser.add_argument("--device", type=int, default=0)
    args = parser.parse_args()
    device = torch.device(f"cuda:{args.device}")
    train(args, [("an old man", "a man"), ("an old woman", "a woman")], device)


if __name__ == "__main__":
    main()
