import numpy as np
import torch


def read(file):
    checkpoint = torch.load(file)  # wanted
    return checkpoint


def restore(path, model):
    checkpoint = read(path)
    state = {name.replace("module.", ""): value for name, value in checkpoint["state_dict"].items()}
    model.load_state_dict(state, strict=True)
    return model


def psnr(result, truth):
    mse = np.mean((result - truth) ** 2)
    return 20 * np.log10(255.0 / np.sqrt(mse + 1e-12))


def list_samples(folder, count=3, size=32):
    """Names of the images with a mask; a few are made where the folder is empty."""
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(p.name for p in folder.glob("*_mask.npy"))
    if not names:
        rng = np.random.default_rng(0)
        for k in range(count):
            np.save(folder / f"{k}_image.npy", (rng.random((size, size, 3)) * 255).astype(np.uint8))
            mask = np.zeros((size, size), dtype=np.uint8)
            mask[8:20, 8:20] = 255
            np.save(folder / f"{k}_mask.npy", mask)
        names = sorted(p.name for p in folder.glob("*_mask.npy"))
    return names
