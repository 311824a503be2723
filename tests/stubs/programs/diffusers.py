import tempfile

import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL, DDIMScheduler, DDPMScheduler, StableDiffusionPipeline, UNet2DConditionModel, UNet2DModel
from diffusers.training_utils import EMAModel
from transformers import CLIPTextConfig, CLIPTextModel


def small_unet():
    return UNet2DModel(
        sample_size=8,
        in_channels=1,
        out_channels=1,
        layers_per_block=1,
        block_out_channels=(8,),
        down_block_types=("DownBlock2D",),
        up_block_types=("UpBlock2D",),
        norm_num_groups=4,
    )


def bad_signal_to_noise_is_looked_up_behind(device):
    unet = small_unet().to(device)
    scheduler = DDPMScheduler(num_train_timesteps=100)
    clean = torch.rand(2, 1, 8, 8, device=device)
    noise = torch.randn_like(clean)
    timesteps = torch.randint(0, scheduler.config.num_train_timesteps, (2,), device=device)
    kept = scheduler.alphas_cumprod[timesteps]  # wanted, not found: no row says it
    weight = (kept / (1 - kept)).clamp(max=5)
    predicted = unet(scheduler.add_noise(clean, noise, timesteps), timesteps).sample
    loss = (weight.view(-1, 1, 1, 1) * F.mse_loss(predicted, noise, reduction="none")).mean()
    loss.backward()


def ok_signal_to_noise_is_looked_up_behind(device):
    unet = small_unet().to(device)
    scheduler = DDPMScheduler(num_train_timesteps=100)
    clean = torch.rand(2, 1, 8, 8, device=device)
    noise = torch.randn_like(clean)
    timesteps = torch.randint(0, scheduler.config.num_train_timesteps, (2,), device=device)
    kept = scheduler.alphas_cumprod.to(device)[timesteps]
    weight = (kept / (1 - kept)).clamp(max=5)
    predicted = unet(scheduler.add_noise(clean, noise, timesteps), timesteps).sample
    loss = (weight.view(-1, 1, 1, 1) * F.mse_loss(predicted, noise, reduction="none")).mean()
    loss.backward()


def bad_average_is_made_before_the_move():
    unet = small_unet()
    average = EMAModel(unet.parameters(), decay=0.99)
    unet.to("cuda")
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-4)
    images = torch.rand(2, 1, 8, 8, device="cuda")
    unet(images, 10).sample.pow(2).mean().backward()
    optimizer.step()
    average.step(unet.parameters())  # wanted, not found: no row says it


def ok_average_is_made_before_the_move():
    unet = small_unet()
    average = EMAModel(unet.parameters(), decay=0.99)
    unet.to("cuda")
    average.to("cuda")
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-4)
    images = torch.rand(2, 1, 8, 8, device="cuda")
    unet(images, 10).sample.pow(2).mean().backward()
    optimizer.step()
    average.step(unet.parameters())


def bad_sampling_starts_from_home_noise(device):
    unet = small_unet().to(device)
    scheduler = DDIMScheduler(num_train_timesteps=100)
    scheduler.set_timesteps(3)
    generator = torch.Generator().manual_seed(0)
    sample = torch.randn(1, 1, 8, 8, generator=generator)
    for step in scheduler.timesteps:
        with torch.no_grad():
            predicted = unet(sample, step).sample  # wanted
        sample = scheduler.step(predicted, step, sample).prev_sample
    return sample


def ok_sampling_starts_from_home_noise(device):
    unet = small_unet().to(device)
    scheduler = DDIMScheduler(num_train_timesteps=100)
    scheduler.set_timesteps(3)
    generator = torch.Generator().manual_seed(0)
    sample = torch.randn(1, 1, 8, 8, generator=generator).to(device)
    for step in scheduler.timesteps:
        with torch.no_grad():
            predicted = unet(sample, step).sample
        sample = scheduler.step(predicted, step, sample).prev_sample
    return sample


def bad_decoded_image_becomes_an_array(device):
    autoencoder = AutoencoderKL(block_out_channels=(8,), norm_num_groups=4, latent_channels=2).to(device)
    latents = torch.randn(1, 2, 8, 8, device=device)
    with torch.no_grad():
        image = autoencoder.decode(latents / autoencoder.config.scaling_factor).sample
    image = (image / 2 + 0.5).clamp(0, 1)
    return image.permute(0, 2, 3, 1).numpy()  # wanted


def ok_decoded_image_becomes_an_array(device):
    autoencoder = AutoencoderKL(block_out_channels=(8,), norm_num_groups=4, latent_channels=2).to(device)
    latents = torch.randn(1, 2, 8, 8, device=device)
    with torch.no_grad():
        image = autoencoder.decode(latents / autoencoder.config.scaling_factor).sample
    image = (image / 2 + 0.5).clamp(0, 1)
    return image.permute(0, 2, 3, 1).cpu().numpy()


def saved_pipeline():
    """The folder of a pipeline of narrow networks, without the parts that are not used here."""
    text = CLIPTextConfig(
        vocab_size=100, hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1, projection_dim=8
    )
    unet = UNet2DConditionModel(
        sample_size=8,
        block_out_channels=(8,),
        layers_per_block=1,
        down_block_types=("DownBlock2D",),
        up_block_types=("UpBlock2D",),
        cross_attention_dim=8,
        norm_num_groups=4,
    )
    pipe = StableDiffusionPipeline(
        vae=AutoencoderKL(block_out_channels=(8,), norm_num_groups=4, latent_channels=4),
        text_encoder=CLIPTextModel(text),
        tokenizer=None,
        unet=unet,
        scheduler=DDIMScheduler(),
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )
    folder = tempfile.mkdtemp()
    pipe.save_pretrained(folder)
    return folder


def bad_latents_for_a_part_of_a_pipeline():
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline())
    pipe.to("cuda")
    latents = torch.randn(1, 4, 8, 8)
    return pipe.vae.decode(latents / 0.18).sample  # wanted


def ok_latents_for_a_part_of_a_pipeline():
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline())
    pipe.to("cuda")
    latents = torch.randn(1, 4, 8, 8, device="cuda")
    return pipe.vae.decode(latents / 0.18).sample


def bad_words_for_a_part_of_a_pipeline(device):
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline()).to(device)
    ids = torch.tensor([[1, 2, 3]])
    return pipe.text_encoder(ids)[0]  # wanted


def ok_words_for_a_part_of_a_pipeline(device):
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline()).to(device)
    ids = torch.tensor([[1, 2, 3]], device=pipe.device)
    return pipe.text_encoder(ids)[0]


def bad_picture_of_a_pipeline():
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline()).to("cuda")
    picture = pipe.vae.decode(torch.randn(1, 4, 8, 8).to("cuda")).sample
    return picture.detach().squeeze().numpy()  # wanted


def ok_picture_of_a_pipeline():
    pipe = StableDiffusionPipeline.from_pretrained(saved_pipeline()).to("cuda")
    picture = pipe.vae.decode(torch.randn(1, 4, 8, 8).to("cuda")).sample
    return picture.detach().squeeze().cpu().numpy()
