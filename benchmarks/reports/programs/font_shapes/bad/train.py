import os
import random

import numpy as np
import torch
from torch.optim import Adam
from torch.utils.data import DataLoader

from model_main import ModelMain
from options import get_parser


def setup_seed(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    np.random.seed(seed)
    random.seed(seed)
    torch.backends.cudnn.deterministic = True


def get_loader(opts, mode, count=16):
    rng = np.random.default_rng(0 if mode == "train" else 1)
    glyphs = [{
        "image": torch.from_numpy(rng.random((1, opts.img_size, opts.img_size)).astype(np.float32)),
        "command": torch.from_numpy(rng.integers(0, 4, opts.max_seq_len)),
        "args": torch.from_numpy(rng.random((opts.max_seq_len, 2)).astype(np.float32)),
    } for _ in range(count)]
    return DataLoader(glyphs, opts.batch_size, shuffle=mode == "train", drop_last=mode == "train")


def train_main_model(opts):
    setup_seed(1111)
    dir_ckpt = os.path.join("experiments", opts.name_exp, "checkpoints")
    os.makedirs(dir_ckpt, exist_ok=True)
    train_loader, val_loader = get_loader(opts, "train"), get_loader(opts, "test")

    model_main = ModelMain(opts)
    if torch.cuda.is_available() and opts.multi_gpu:
        model_main = torch.nn.DataParallel(model_main)
    model_main.cuda()  # wanted

    optimizer = Adam(model_main.parameters(), lr=opts.lr, betas=(0.9, 0.999), eps=1e-8)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.997)
    for epoch in range(opts.n_epochs):
        for idx, data in enumerate(train_loader):
            model_main.train()
            for key in data:
                data[key] = data[key].cuda()  # wanted
            _, losses = model_main(data)
            loss = losses["img"] + opts.kl_beta * losses["kl"] + losses["svg"]
            optimizer.zero_grad()
            loss.mean().backward()
            optimizer.step()
            batches_done = epoch * len(train_loader) + idx + 1
            print(f"epoch {epoch} batch {idx} loss {loss.mean().item():.4f}")

            if opts.freq_val > 0 and batches_done % opts.freq_val == 0:
                with torch.no_grad():
                    model_main.eval()
                    loss_val = {"img": 0.0, "svg": 0.0}
                    for val_data in val_loader:
                        for key in val_data:
                            val_data[key] = val_data[key].cuda()  # wanted
                        _, losses = model_main(val_data, mode="val")
                        for key in loss_val:
                            loss_val[key] += losses[key].mean().item() / len(val_loader)
                    print("val", loss_val)
        scheduler.step()
        torch.save(model_main.state_dict(), f"{dir_ckpt}/{epoch}.ckpt")


if __name__ == "__main__":
    train_main_model(get_parser().parse_args())
