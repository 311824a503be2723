import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.utils.data import DataLoader, TensorDataset

from config import CONFIG
from vit_face import FaceTransformer


def faces(count=32):
    rng = np.random.default_rng(CONFIG["SEED"])
    images = rng.standard_normal((count, 3, 32, 32)).astype(np.float32)
    labels = rng.integers(0, CONFIG["NUM_CLASS"], count)
    return TensorDataset(torch.from_numpy(images), torch.from_numpy(labels))


def accuracy(output, target):
    return (output.argmax(1) == target).float().mean().item() * 100


def main():
    torch.manual_seed(CONFIG["SEED"])
    device, gpus = CONFIG["DEVICE"], CONFIG["GPU_ID"]
    loader = DataLoader(faces(), batch_size=CONFIG["BATCH_SIZE"], shuffle=True, drop_last=True, pin_memory=True)
    backbone = FaceTransformer(CONFIG["NUM_CLASS"])
    optimizer = optim.AdamW(backbone.parameters(), lr=CONFIG["LR"])
    if len(gpus) > 1:
        backbone = nn.DataParallel(backbone, device_ids=gpus)
        backbone = backbone.to(device)
    else:
        backbone = backbone.to(device)

    for epoch in range(CONFIG["NUM_EPOCH"]):
        backbone.train()
        for batch, (inputs, labels) in enumerate(loader):
            inputs, labels = inputs.to(device), labels.to(device).long()
            outputs, loss, _ = backbone(inputs, labels)
            loss = loss.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"epoch {epoch} batch {batch} loss {loss.item():.3f} acc {accuracy(outputs.data, labels):.1f}")


if __name__ == "__main__":
    main()
