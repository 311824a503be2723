import argparse
import math
import random

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from diffusers import AutoencoderKLTemporalDecoder, UNetSpatioTemporalConditionModel
from diffusers.optimization import get_scheduler
from torch.utils.data import DataLoader, Dataset
from transformers import CLIPVisionModelWithProjection


def rand_log_normal(shape, loc=0.0, scale=1.0, device="cpu", dtype=torch.float32):
    u = torch.rand(shape, dtype=dtype, device=device) * (1 - 2e-7) + 1e-7
    return torch.distributions.Normal(loc, scale).icdf(u).exp()


def tensor_to_vae_latent(t, vae):
    length = t.shape[1]
    t = t.flatten(0, 1)
    latents = vae.encode(t).latent_dist.sample()
    return latents.reshape(-1, length, *latents.shape[1:]) * vae.config.scaling_factor


class DummyDataset(Dataset):
    def __init__(self, width=512, height=320, frames=25):
        self.width, self.height, self.frames = width, height, frames

    def __len__(self):
        return 16

    def __getitem__(self, idx):
        start = random.randint(0, 5)
        pixel_values = torch.empty((self.frames, 3, self.height, self.width))
        for i in range(self.frames):
            pixel_values[i] = torch.full((3, self.height, self.width), (start + i) / 30) * 2 - 1
        return {"pixel_values": pixel_values}


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", default="stabilityai/stable-video-diffusion-img2vid")
    parser.add_argument("--learning_rate", type=float, default=1e-5)
    parser.add_argument("--max_train_steps", type=int, default=50)
    parser.add_argument("--gradient_accumulation_steps", type=int, default=1)
    parser.add_argument("--mixed_precision", default="fp16")
    parser.add_argument("--per_gpu_batch_size", type=int, default=1)
    return parser.parse_args()


def main():
    args = parse_args()
    accelerator = Accelerator(
        gradient_accumulation_steps=args.gradient_accumulation_steps, mixed_precision=args.mixed_precision
    )
    image_encoder = CLIPVisionModelWithProjection.from_pretrained(args.base, subfolder="image_encoder", variant="fp16")
    vae = AutoencoderKLTemporalDecoder.from_pretrained(args.base, subfolder="vae", variant="fp16")
    unet = UNetSpatioTemporalConditionModel.from_pretrained(args.base, subfolder="unet", low_cpu_mem_usage=True)
    vae.requires_grad_(False)
    image_encoder.requires_grad_(False)
    unet.requires_grad_(False)

    weight_dtype = torch.float32
    if accelerator.mixed_precision == "fp16":
        weight_dtype = torch.float16
    image_encoder.to(accelerator.device, dtype=weight_dtype)
    vae.to(accelerator.device, dtype=weight_dtype)

    parameters = []
    for name, param in unet.named_parameters():
        if "temporal_transformer_block" in name:
            parameters.append(param)
            param.requires_grad = True
    optimizer = torch.optim.AdamW(parameters, lr=args.learning_rate)
    train_dataloader = DataLoader(DummyDataset(), batch_size=args.per_gpu_batch_size, num_workers=4)
    lr_scheduler = get_scheduler("constant", optimizer=optimizer)
    unet, optimizer, lr_scheduler, train_dataloader = accelerator.prepare(unet, optimizer, lr_scheduler, train_dataloader)

    def encode_image(pixel_values):
        pixel_values = F.interpolate(pixel_values, (224, 224), mode="bicubic", antialias=True)
        return image_encoder(pixel_values.to(weight_dtype)).image_embeds.unsqueeze(1)

    def _get_add_time_ids(fps, motion_bucket_id, noise_aug_strength, dtype, batch_size):
        add_time_ids = torch.tensor([[fps, motion_bucket_id, noise_aug_strength]], dtype=dtype)
        return add_time_ids.repeat(batch_size, 1)

    global_step = 0
    for epoch in range(math.ceil(args.max_train_steps / len(train_dataloader))):
        unet.train()
        for step, batch in enumerate(train_dataloader):
            with accelerator.accumulate(unet):
                pixel_values = batch["pixel_values"].to(weight_dtype).to(accelerator.device, non_blocking=True)
                latents = tensor_to_vae_latent(pixel_values, vae)
                noise = torch.randn_like(latents)
                bsz = latents.shape[0]
                sigmas = rand_log_normal(shape=[bsz], loc=0.7, scale=1.6).to(latents.device)
                sigmas = sigmas[:, None, None, None, None]
                noisy_latents = latents + noise * sigmas
                timesteps = torch.Tensor([0.25 * sigma.log() for sigma in sigmas])
                inp_noisy_latents = noisy_latents / ((sigmas**2 + 1) ** 0.5)
                encoder_hidden_states = encode_image(pixel_values[:, 0, :, :, :].float())
                added_time_ids = _get_add_time_ids(7, 127, 0.02, encoder_hidden_states.dtype, bsz).to(latents.device)
                inp_noisy_latents = torch.cat([inp_noisy_latents, latents], dim=2)
                model_pred = unet(inp_noisy_latents, timesteps, encoder_hidden_states, added_time_ids=added_time_ids).sample  # wanted
                c_out = -sigmas / ((sigmas**2 + 1) ** 0.5)
                c_skip = 1 / (sigmas**2 + 1)
                denoised = model_pred * c_out + c_skip * noisy_latents
                weighing = (1 + sigmas**2) * (sigmas**-2.0)
                loss = (weighing.float() * (denoised.float() - latents.float()) ** 2).mean()
                accelerator.backward(loss)
                optimizer.step()
                lr_scheduler.step()
                optimizer.zero_grad()
            if accelerator.sync_gradients:
                global_step += 1
            if global_step >= args.max_train_steps:
                break
    accelerator.end_training()


if __name__ == "__main__":
    main()
