import argparse

import open_clip
import torch
import torch.nn as nn


class AbstractEncoder(nn.Module):
    def encode(self, *args, **kwargs):
        raise NotImplementedError


class FrozenOpenCLIPText(AbstractEncoder):
    """Text of OpenCLIP's transformer for the cross attention."""

    LAYERS = ["last", "penultimate"]

    def __init__(self, arch="ViT-H-14", version="laion2b_s32b_b79k", device="cuda", max_length=77, freeze=True, layer="last"):
        super().__init__()
        assert layer in self.LAYERS
        model, _, _ = open_clip.create_model_and_transforms(arch, device=torch.device("cpu"), pretrained=version)
        del model.visual
        self.model = model
        self.device = device
        self.max_length = max_length
        if freeze:
            self.freeze()
        self.layer_idx = 0 if layer == "last" else 1

    def freeze(self):
        self.model = self.model.eval()
        for param in self.parameters():
            param.requires_grad = False

    def forward(self, text):
        tokens = open_clip.tokenize(text)
        return self.encode_with_transformer(tokens.to(self.device))

    def encode_with_transformer(self, text):
        x = self.model.token_embedding(text)
        x = x + self.model.positional_embedding
        x = x.permute(1, 0, 2)
        x = self.text_transformer_forward(x, attn_mask=self.model.attn_mask)
        x = x.permute(1, 0, 2)
        return self.model.ln_final(x)

    def text_transformer_forward(self, x, attn_mask=None):
        for i, r in enumerate(self.model.transformer.resblocks):
            if i == len(self.model.transformer.resblocks) - self.layer_idx:
                break
            x = r(x, attn_mask=attn_mask)
        return x

    def encode(self, text):
        return self(text)


class TinyDenoiser(nn.Module):
    def __init__(self, channels=4, context=1024):
        super().__init__()
        self.first = nn.Conv2d(channels, 32, 3, padding=1)
        self.attend = nn.MultiheadAttention(32, 4, kdim=context, vdim=context, batch_first=True)
        self.last = nn.Conv2d(32, channels, 3, padding=1)

    def forward(self, x, context):
        h = self.first(x)
        b, c, height, width = h.shape
        flat = h.flatten(2).transpose(1, 2)
        flat = flat + self.attend(flat, context, context)[0]
        return self.last(flat.transpose(1, 2).view(b, c, height, width))


class LatentDiffusion(nn.Module):
    def __init__(self, steps=1000):
        super().__init__()
        self.cond_stage_model = FrozenOpenCLIPText(freeze=True, layer="penultimate")
        self.model = TinyDenoiser()
        self.steps = steps
        betas = torch.linspace(0.00085 ** 0.5, 0.012 ** 0.5, steps) ** 2
        self.register_buffer("alphas_cumprod", torch.cumprod(1.0 - betas, dim=0))

    def get_learned_conditioning(self, c):
        return self.cond_stage_model.encode(c)

    def forward(self, latents, captions):
        t = torch.randint(0, self.steps, (latents.shape[0],), device=latents.device)
        noise = torch.randn_like(latents)
        a = self.alphas_cumprod[t].view(-1, 1, 1, 1)
        noisy = a.sqrt() * latents + (1 - a).sqrt() * noise
        c = self.get_learned_conditioning(captions)
        return (self.model(noisy, c) - noise).pow(2).mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=1e-4)
    parser.add_argument("--steps", type=int, default=3)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    ldm = LatentDiffusion().to(device)
    opt = torch.optim.AdamW(ldm.model.parameters(), lr=args.lr)
    for step in range(args.steps):
        latents = torch.randn(2, 4, 16, 16).to(device)
        loss = ldm(latents, ["a brown dog", "a tall tower"])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
