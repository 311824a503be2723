import numpy as np
import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL, DDPMPipeline, DDPMScheduler, EulerDiscreteScheduler, PNDMScheduler, StableDiffusionPipeline, UNet2DConditionModel
from diffusers.optimization import get_cosine_schedule_with_warmup
from transformers import CLIPTextModel, CLIPTokenizer

name = "runwayml/stable-diffusion-v1-5"
torch_device = "cuda"


def bad_denoising_by_hand(prompt="a good film"):  # not run
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae")
    tokenizer = CLIPTokenizer.from_pretrained(name, subfolder="tokenizer")
    text_encoder = CLIPTextModel.from_pretrained(name, subfolder="text_encoder")
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet")
    scheduler = PNDMScheduler.from_pretrained(name, subfolder="scheduler")
    vae.to(torch_device)
    text_encoder.to(torch_device)
    unet.to(torch_device)
    tokens = tokenizer(prompt, padding="max_length", max_length=tokenizer.model_max_length, truncation=True, return_tensors="pt")
    with torch.no_grad():
        embeddings = text_encoder(tokens.input_ids.to(torch_device))[0]
    blank = tokenizer([""], padding="max_length", max_length=tokens.input_ids.shape[-1], return_tensors="pt")
    empty = text_encoder(blank.input_ids.to(torch_device))[0]
    context = torch.cat([empty, embeddings])
    latents = torch.randn((1, unet.config.in_channels, 8, 8))
    latents = latents * scheduler.init_noise_sigma
    scheduler.set_timesteps(2)
    for t in scheduler.timesteps:
        pair = torch.cat([latents] * 2)
        pair = scheduler.scale_model_input(pair, timestep=t)
        with torch.no_grad():
            noise = unet(pair, t, encoder_hidden_states=context).sample  # wanted
        without, with_text = noise.chunk(2)
        noise = without + 7.5 * (with_text - without)
        latents = scheduler.step(noise, t, latents).prev_sample
    return (vae.decode(latents / 0.18215).sample / 2 + 0.5).clamp(0, 1)


def ok_denoising_by_hand(prompt="a good film"):  # not run
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae")
    tokenizer = CLIPTokenizer.from_pretrained(name, subfolder="tokenizer")
    text_encoder = CLIPTextModel.from_pretrained(name, subfolder="text_encoder")
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet")
    scheduler = PNDMScheduler.from_pretrained(name, subfolder="scheduler")
    vae.to(torch_device)
    text_encoder.to(torch_device)
    unet.to(torch_device)
    tokens = tokenizer(prompt, padding="max_length", max_length=tokenizer.model_max_length, truncation=True, return_tensors="pt")
    with torch.no_grad():
        embeddings = text_encoder(tokens.input_ids.to(torch_device))[0]
    blank = tokenizer([""], padding="max_length", max_length=tokens.input_ids.shape[-1], return_tensors="pt")
    empty = text_encoder(blank.input_ids.to(torch_device))[0]
    context = torch.cat([empty, embeddings])
    latents = torch.randn((1, unet.config.in_channels, 8, 8), device=torch_device)
    latents = latents * scheduler.init_noise_sigma
    scheduler.set_timesteps(2)
    for t in scheduler.timesteps:
        pair = torch.cat([latents] * 2)
        pair = scheduler.scale_model_input(pair, timestep=t)
        with torch.no_grad():
            noise = unet(pair, t, encoder_hidden_states=context).sample
        without, with_text = noise.chunk(2)
        noise = without + 7.5 * (with_text - without)
        latents = scheduler.step(noise, t, latents).prev_sample
    return (vae.decode(latents / 0.18215).sample / 2 + 0.5).clamp(0, 1)


def bad_picture_from_latents():  # not run
    pipe = StableDiffusionPipeline.from_pretrained(name).to("cuda")
    latents = torch.randn(1, 4, 8, 8, device="cuda")
    with torch.no_grad():
        image = pipe.vae.decode(latents / pipe.vae.config.scaling_factor).sample
    image = (image / 2 + 0.5).clamp(0, 1)
    pixels = image.permute(0, 2, 3, 1).numpy()  # wanted
    return (pixels * 255).round().astype("uint8")


def ok_picture_from_latents():  # not run
    pipe = StableDiffusionPipeline.from_pretrained(name).to("cuda")
    latents = torch.randn(1, 4, 8, 8, device="cuda")
    with torch.no_grad():
        image = pipe.vae.decode(latents / pipe.vae.config.scaling_factor).sample
    image = (image / 2 + 0.5).clamp(0, 1)
    pixels = image.permute(0, 2, 3, 1).cpu().numpy()
    return (pixels * 255).round().astype("uint8")


def bad_training_step(images=torch.zeros(1, 3, 16, 16)):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae").to(device)
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet").to(device)
    noise_scheduler = DDPMScheduler.from_pretrained(name, subfolder="scheduler")
    context = torch.zeros(1, 4, unet.config.cross_attention_dim, device=device)
    latents = vae.encode(images.to(device)).latent_dist.sample() * vae.config.scaling_factor
    noise = torch.randn_like(latents)
    steps = torch.randint(0, noise_scheduler.config.num_train_timesteps, (latents.shape[0],))
    noisy = noise_scheduler.add_noise(latents, noise, steps)
    predicted = unet(noisy, steps, context).sample  # wanted
    F.mse_loss(predicted, noise).backward()


def ok_training_step(images=torch.zeros(1, 3, 16, 16)):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae").to(device)
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet").to(device)
    noise_scheduler = DDPMScheduler.from_pretrained(name, subfolder="scheduler")
    context = torch.zeros(1, 4, unet.config.cross_attention_dim, device=device)
    latents = vae.encode(images.to(device)).latent_dist.sample() * vae.config.scaling_factor
    noise = torch.randn_like(latents)
    steps = torch.randint(0, noise_scheduler.config.num_train_timesteps, (latents.shape[0],), device=device)
    noisy = noise_scheduler.add_noise(latents, noise, steps)
    predicted = unet(noisy, steps, context).sample
    F.mse_loss(predicted, noise).backward()


def bad_sigmas_of_a_schedule():  # not run
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet").to("cuda")
    scheduler = EulerDiscreteScheduler.from_config({"num_train_timesteps": 100})
    scheduler.set_timesteps(4)
    clean = torch.zeros(2, 4, 8, 8, device="cuda")
    index = torch.randint(0, 4, (2,))
    sigma = scheduler.sigmas[index].view(-1, 1, 1, 1)
    noisy = clean + sigma * torch.randn_like(clean)  # wanted
    return unet(noisy, 1, torch.zeros(2, 4, unet.config.cross_attention_dim, device="cuda")).sample


def ok_sigmas_of_a_schedule():  # not run
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet").to("cuda")
    scheduler = EulerDiscreteScheduler.from_config({"num_train_timesteps": 100})
    scheduler.set_timesteps(4)
    clean = torch.zeros(2, 4, 8, 8, device="cuda")
    index = torch.randint(0, 4, (2,))
    sigma = scheduler.sigmas[index].view(-1, 1, 1, 1).to("cuda")
    noisy = clean + sigma * torch.randn_like(clean)
    return unet(noisy, 1, torch.zeros(2, 4, unet.config.cross_attention_dim, device="cuda")).sample


def bad_prompt_of_the_pipeline(prompts=("a good film",)):  # not run
    pipe = StableDiffusionPipeline.from_pretrained(name, torch_dtype=torch.float32)
    pipe = pipe.to("cuda")
    ids = pipe.tokenizer(list(prompts), padding=True, return_tensors="pt").input_ids
    embeddings = pipe.text_encoder(ids)[0]  # wanted
    return embeddings.mean(dim=1)


def ok_prompt_of_the_pipeline(prompts=("a good film",)):  # not run
    pipe = StableDiffusionPipeline.from_pretrained(name, torch_dtype=torch.float32)
    pipe = pipe.to("cuda")
    ids = pipe.tokenizer(list(prompts), padding=True, return_tensors="pt").input_ids
    embeddings = pipe.text_encoder(ids.to(pipe.device))[0]
    return embeddings.mean(dim=1)
