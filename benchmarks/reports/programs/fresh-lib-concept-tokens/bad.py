"""Learns tokens for the concepts of one picture."""
import argparse
import math
import os

import numpy as np
import torch
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from diffusers import AutoencoderKL, DDPMScheduler, UNet2DConditionModel
from diffusers.optimization import get_scheduler
from PIL import Image
from torch.utils.data import DataLoader, Dataset
from transformers import CLIPTextModel, CLIPTokenizer

TEMPLATES = ["a photo of {}", "a picture with {}", "a close view of {}"]


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pretrained_model_name_or_path", type=str, required=True)
    parser.add_argument("--instance_data", type=str, required=True)
    parser.add_argument("--output_dir", type=str, default="concepts")
    parser.add_argument("--num_of_assets", type=int, default=4)
    parser.add_argument("--resolution", type=int, default=512)
    parser.add_argument("--train_batch_size", type=int, default=1)
    parser.add_argument("--max_train_steps", type=int, default=500)
    parser.add_argument("--learning_rate", type=float, default=5e-4)
    parser.add_argument("--mixed_precision", type=str, default="no")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


class OnePicture(Dataset):
    def __init__(self, path, size, length=1000):
        image = Image.open(path).convert("RGB").resize((size, size))
        self.pixels = torch.from_numpy(np.array(image)).permute(2, 0, 1).float() / 127.5 - 1
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        flip = bool(np.random.rand() > 0.5)
        return {"pixel_values": self.pixels.flip(-1) if flip else self.pixels, "flip": flip}


class ConceptTrainer:
    def __init__(self, args):
        self.args = args
        self.accelerator = Accelerator(mixed_precision=args.mixed_precision)
        set_seed(args.seed)
        base = args.pretrained_model_name_or_path
        self.tokenizer = CLIPTokenizer.from_pretrained(base, subfolder="tokenizer")
        self.text_encoder = CLIPTextModel.from_pretrained(base, subfolder="text_encoder")
        self.vae = AutoencoderKL.from_pretrained(base, subfolder="vae")
        self.unet = UNet2DConditionModel.from_pretrained(base, subfolder="unet")
        self.noise_scheduler = DDPMScheduler.from_pretrained(base, subfolder="scheduler")
        self.placeholders = [f"<asset{i}>" for i in range(args.num_of_assets)]
        assert self.tokenizer.add_tokens(self.placeholders) == args.num_of_assets
        self.text_encoder.resize_token_embeddings(len(self.tokenizer))
        self.vae.requires_grad_(False)
        self.unet.requires_grad_(False)
        self.text_encoder.requires_grad_(False)
        self.text_encoder.get_input_embeddings().requires_grad_(True)
        self.weights = {}

    def tokenize(self, prompts):
        return self.tokenizer(
            prompts,
            truncation=True,
            padding="max_length",
            max_length=self.tokenizer.model_max_length,
            return_tensors="pt",
        ).input_ids

    def first_guess(self, batch):
        """How much an empty prompt explains, before there are concepts."""
        with torch.no_grad():
            latents = self.vae.encode(batch["pixel_values"]).latent_dist.sample() * 0.18215
            bsz = latents.shape[0]
            timesteps = torch.LongTensor([0] * bsz).to(latents.device)
            null_input_ids = self.tokenize([""] * bsz)
            hidden = self.text_encoder(null_input_ids)[0]  # wanted
            pred = self.unet(latents, timesteps, hidden).sample
        return pred.float().pow(2).mean().item()

    def prompts(self, n):
        rng = np.random
        chosen = rng.choice(len(self.placeholders), size=rng.randint(1, len(self.placeholders) + 1), replace=False)
        names = " and ".join(self.placeholders[i] for i in chosen)
        return [TEMPLATES[rng.randint(len(TEMPLATES))].format(names)] * n

    def main(self):
        args = self.args
        embeddings = self.text_encoder.get_input_embeddings()
        optimizer = torch.optim.AdamW(embeddings.parameters(), lr=args.learning_rate)
        loader = DataLoader(OnePicture(args.instance_data, args.resolution), batch_size=args.train_batch_size)
        scheduler = get_scheduler("constant", optimizer=optimizer, num_training_steps=args.max_train_steps)
        self.text_encoder, self.unet, optimizer, loader, scheduler = self.accelerator.prepare(
            self.text_encoder, self.unet, optimizer, loader, scheduler,
        )
        self.vae.to(self.accelerator.device)
        step = 0
        for epoch in range(math.ceil(args.max_train_steps / len(loader))):
            for batch in loader:
                if step == 0:
                    print("empty prompt:", self.first_guess(batch))
                with self.accelerator.accumulate(self.text_encoder):
                    latents = self.vae.encode(batch["pixel_values"]).latent_dist.sample() * 0.18215
                    noise = torch.randn_like(latents)
                    bsz = latents.shape[0]
                    steps = self.noise_scheduler.config.num_train_timesteps
                    timesteps = torch.randint(0, steps, (bsz,), device=latents.device).long()
                    noisy = self.noise_scheduler.add_noise(latents, noise, timesteps)
                    prompt_ids = self.tokenize(self.prompts(bsz))
                    hidden = self.text_encoder(prompt_ids)[0]  # wanted
                    pred = self.unet(noisy, timesteps, hidden).sample
                    loss = F.mse_loss(pred.float(), noise.float())
                    self.accelerator.backward(loss)
                    optimizer.step()
                    scheduler.step()
                    optimizer.zero_grad()
                step += 1
                if step % 50 == 0:
                    print(step, loss.item())
                if step >= args.max_train_steps:
                    break
        if self.accelerator.is_main_process:
            os.makedirs(args.output_dir, exist_ok=True)
            learned = self.accelerator.unwrap_model(self.text_encoder).get_input_embeddings().weight
            tokens = {t: learned[self.tokenizer.convert_tokens_to_ids(t)].detach().cpu() for t in self.placeholders}
            torch.save(tokens, os.path.join(args.output_dir, "learned_embeds.bin"))


if __name__ == "__main__":
    ConceptTrainer(parse_args()).main()
