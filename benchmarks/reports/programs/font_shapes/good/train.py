import os
import random

import numpy as np
import torch
from torch.optim import Adam
from torch.utils.data import DataLoader

from glyph_model import GlyphModel
from options import get_parser


def seed_all(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    np.random.seed(seed)
    random.seed(seed)
    torch.backends.cudnn.deterministic = True


def get_loader(settings, stage, count=16):
    rng = np.random.default_rng(0 if stage == "train" else 1)
    glyphs = [{
        "image": torch.from_numpy(rng.random((1, settings.img_size, settings.img_size)).astype(np.float32)),
        "command": torch.from_numpy(rng.integers(0, 4, settings.max_seq_len)),
        "args": torch.from_numpy(rng.random((settings.max_seq_len, 2)).astype(np.float32)),
    } for _ in range(count)]
    return DataLoader(glyphs, settings.batch_size, shuffle=stage == "train", drop_last=stage == "train")


def fit(settings):
    seed_all(1111)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dir_ckpt = os.path.join("experiments", settings.name_exp, "checkpoints")
    os.makedirs(dir_ckpt, exist_ok=True)
    train_loader, val_loader = get_loader(settings, "train"), get_loader(settings, "test")

    glyph_model = GlyphModel(settings)
    if settings.spread and torch.cuda.device_count() > 1:
        glyph_model = torch.nn.DataParallel(glyph_model)
    glyph_model.to(device)

    optimizer = Adam(glyph_model.parameters(), lr=settings.lr, betas=(0.9, 0.999), eps=1e-8)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.997)
    for epoch in range(settings.n_epochs):
        for number, data in enumerate(train_loader):
            glyph_model.train()
            for key in data:
                data[key] = data[key].to(device)
            _, losses = glyph_model(data)
            loss = losses["img"] + settings.kl_beta * losses["kl"] + losses["svg"]
            optimizer.zero_grad()
            loss.mean().backward()
            optimizer.step()
            seen = epoch * len(train_loader) + number + 1
            print(f"epoch {epoch} batch {number} loss {loss.mean().item():.4f}")

            if settings.val_every > 0 and seen % settings.val_every == 0:
                with torch.no_grad():
                    glyph_model.eval()
                    loss_val = {"img": 0.0, "svg": 0.0}
                    for val_data in val_loader:
                        for key in val_data:
                            val_data[key] = val_data[key].to(device)
                        _, losses = glyph_model(val_data, stage="val")
                        for key in loss_val:
                            loss_val[key] += losses[key].mean().item() / len(val_loader)
                    print("val", loss_val)
        scheduler.step()
        torch.save(glyph_model.state_dict(), f"{dir_ckpt}/{epoch}.ckpt")


if __name__ == "__main__":
    fit(get_parser().parse_args())
