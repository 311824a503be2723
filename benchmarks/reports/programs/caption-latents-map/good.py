import argparse
import functools

import torch
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import CLIPTextConfig, CLIPTextModel

LENGTH = 16
VOCABULARY = 500


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=48)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=1)
    return parser.parse_args()


def build_encoder():
    config = CLIPTextConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=LENGTH,
        bos_token_id=0,
        eos_token_id=1,
    )
    return CLIPTextModel(config)


def captions(rows):
    ids = torch.randint(2, VOCABULARY, (rows, LENGTH))
    ids[:, -1] = 1
    return Dataset.from_dict({"input_ids": ids.tolist(), "size": torch.rand(rows, 2).tolist()})


@torch.no_grad()
def encode_prompt(batch, text_encoder):
    ids = torch.tensor(batch["input_ids"])
    out = text_encoder(ids.to(text_encoder.device), output_hidden_states=True)
    return {
        "prompt_embeds": out.hidden_states[-2].cpu().numpy(),
        "pooled": out.pooler_output.cpu().numpy(),
    }


class Denoiser(torch.nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(2 * width, 64), torch.nn.SiLU(), torch.nn.Linear(64, width))

    def forward(self, noisy, condition):
        return self.net(torch.cat([noisy, condition], dim=-1))


def main():
    args = parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    text_encoder = build_encoder().to(device).eval()

    embed = functools.partial(encode_prompt, text_encoder=text_encoder)
    train_dataset = captions(args.rows).map(embed, batched=True, batch_size=args.batch_size)
    train_dataset.set_format("torch")
    loader = DataLoader(train_dataset, batch_size=args.batch_size, shuffle=True)

    model = Denoiser().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(args.epochs):
        for batch in loader:
            condition = batch["pooled"].to(device)
            noise = torch.randn_like(condition)
            loss = torch.nn.functional.mse_loss(model(condition + noise, condition), noise)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
