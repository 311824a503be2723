import torch
from diffusers import AutoencoderKL, UNet2DConditionModel, UniPCMultistepScheduler
from PIL import Image
from tqdm.auto import tqdm
from transformers import CLIPTextModel, CLIPTokenizer

REPOSITORY = "CompVis/stable-diffusion-v1-4"

painter = AutoencoderKL.from_pretrained(REPOSITORY, subfolder="vae", use_safetensors=True)
splitter = CLIPTokenizer.from_pretrained(REPOSITORY, subfolder="tokenizer")
reader = CLIPTextModel.from_pretrained(REPOSITORY, subfolder="text_encoder", use_safetensors=True)
denoiser = UNet2DConditionModel.from_pretrained(REPOSITORY, subfolder="unet", use_safetensors=True)
sampler = UniPCMultistepScheduler.from_pretrained(REPOSITORY, subfolder="scheduler")

gpu = "cuda"
painter.to(gpu)
reader.to(gpu)
denoiser.to(gpu)

wishes = ["a watercolour of a lighthouse in the fog"]
height = 512
width = 512
steps = 25
guidance = 7.5
dice = torch.Generator(device=gpu).manual_seed(0)
pictures = len(wishes)


def encode(texts, length):
    tokens = splitter(texts, padding="max_length", max_length=length, truncation=True, return_tensors="pt")
    with torch.no_grad():
        return reader(tokens.input_ids.to(gpu))[0]


length = splitter.model_max_length
conditioned = encode(wishes, length)
unconditioned = encode([""] * pictures, length)
embeddings = torch.cat([unconditioned, conditioned])

canvas = torch.randn(
    (pictures, denoiser.config.in_channels, height // 8, width // 8),
    generator=dice,
    device=gpu,
)
canvas = canvas * sampler.init_noise_sigma

sampler.set_timesteps(steps)
for t in tqdm(sampler.timesteps):
    pair = sampler.scale_model_input(torch.cat([canvas] * 2), timestep=t)
    with torch.no_grad():
        noise = denoiser(pair, t, encoder_hidden_states=embeddings).sample
    without, with_text = noise.chunk(2)
    noise = without + guidance * (with_text - without)
    canvas = sampler.step(noise, t, canvas).prev_sample

with torch.no_grad():
    image = painter.decode(canvas / 0.18215).sample
image = (image / 2 + 0.5).clamp(0, 1).squeeze()
image = (image.permute(1, 2, 0) * 255).to(torch.uint8).cpu().numpy()
Image.fromarray(image).save("lighthouse.png")
