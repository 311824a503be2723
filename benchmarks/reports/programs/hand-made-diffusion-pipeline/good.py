import torch
from diffusers import AutoencoderKL, UNet2DConditionModel, UniPCMultistepScheduler
from PIL import Image
from tqdm.auto import tqdm
from transformers import CLIPTextModel, CLIPTokenizer

REPOSITORY = "CompVis/stable-diffusion-v1-4"

vae = AutoencoderKL.from_pretrained(REPOSITORY, subfolder="vae", use_safetensors=True)
tokenizer = CLIPTokenizer.from_pretrained(REPOSITORY, subfolder="tokenizer")
text_encoder = CLIPTextModel.from_pretrained(REPOSITORY, subfolder="text_encoder", use_safetensors=True)
unet = UNet2DConditionModel.from_pretrained(REPOSITORY, subfolder="unet", use_safetensors=True)
scheduler = UniPCMultistepScheduler.from_pretrained(REPOSITORY, subfolder="scheduler")

torch_device = "cuda"
vae.to(torch_device)
text_encoder.to(torch_device)
unet.to(torch_device)

prompt = ["a watercolour of a lighthouse in the fog"]
height = 512
width = 512
steps = 25
guidance = 7.5
generator = torch.Generator(device=torch_device).manual_seed(0)
batch_size = len(prompt)


def encode(texts, length):
    tokens = tokenizer(texts, padding="max_length", max_length=length, truncation=True, return_tensors="pt")
    with torch.no_grad():
        return text_encoder(tokens.input_ids.to(torch_device))[0]


length = tokenizer.model_max_length
conditioned = encode(prompt, length)
unconditioned = encode([""] * batch_size, length)
embeddings = torch.cat([unconditioned, conditioned])

latents = torch.randn(
    (batch_size, unet.config.in_channels, height // 8, width // 8),
    generator=generator,
    device=torch_device,
)
latents = latents * scheduler.init_noise_sigma

scheduler.set_timesteps(steps)
for t in tqdm(scheduler.timesteps):
    pair = scheduler.scale_model_input(torch.cat([latents] * 2), timestep=t)
    with torch.no_grad():
        noise = unet(pair, t, encoder_hidden_states=embeddings).sample
    without, with_text = noise.chunk(2)
    noise = without + guidance * (with_text - without)
    latents = scheduler.step(noise, t, latents).prev_sample

with torch.no_grad():
    image = vae.decode(latents / 0.18215).sample
image = (image / 2 + 0.5).clamp(0, 1).squeeze()
image = (image.permute(1, 2, 0) * 255).to(torch.uint8).cpu().numpy()
Image.fromarray(image).save("lighthouse.png")
