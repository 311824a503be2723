import argparse
import os
import pathlib

import numpy as np
import torch

from network import Filler
from utils import list_samples, restore, psnr

parser = argparse.ArgumentParser(description="Fill the masked parts of images")
parser.add_argument("--ckpt", default="checkpoint/places.pth", help="path of the trained weights")
parser.add_argument("--samples", default="samples", help="folder of the images and their masks")
parser.add_argument("--out", default="results", help="folder for the filled images")
args = parser.parse_args()

assert os.path.exists(args.ckpt), "Please check the path of the checkpoint"
os.makedirs(args.out, exist_ok=True)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = Filler()
net = restore(args.ckpt, net)
net.to(device).eval()

samples = pathlib.Path(args.samples)
total = 0.0
names = list_samples(samples)
for step, name in enumerate(names):
    truth = np.load(samples / name.replace("_mask", "_image")) / 255.0 * 2 - 1.0
    mask = np.load(samples / name) / 255.0
    image = torch.from_numpy(truth).float().permute(2, 0, 1)[None].to(device)
    mask = torch.from_numpy(mask).float()[None, None].to(device)
    with torch.no_grad():
        filled = net(image, mask)
    filled = torch.clip(filled, -1.0, 1.0) * 0.5 + 0.5
    filled = filled[0].permute(1, 2, 0).cpu().detach().numpy() * 255.0
    total += psnr(filled, (truth * 0.5 + 0.5) * 255.0)
    np.save(os.path.join(args.out, name.replace("_mask", "_filled")), filled.astype(np.uint8))
    print(f"{name}: PSNR so far {total / (step + 1):.2f}")
