import argparse
import os
import pathlib

os.environ["CUDA_VISIBLE_DEVICES"] = "2"  # wanted
import numpy as np
import torch

from network import Inpaint
from utils import list_samples, load_checkpoint, psnr

parser = argparse.ArgumentParser(description="Fill the masked parts of images")
parser.add_argument("--ckpt", default="checkpoint/places.pth", help="path of the trained weights")
parser.add_argument("--samples", default="samples", help="folder of the images and their masks")
parser.add_argument("--output_path", default="results", help="folder for the filled images")
args = parser.parse_args()

assert os.path.exists(args.ckpt), "Please check the path of the checkpoint"
if not os.path.exists(args.output_path):
    os.mkdir(args.output_path)

device = torch.device("cuda")

proposed = Inpaint()
proposed = load_checkpoint(args.ckpt, proposed)
proposed.eval().to(device)

samples = pathlib.Path(args.samples)
total = 0.0
names = list_samples(samples)
for step, name in enumerate(names):
    truth = np.load(samples / name.replace("_mask", "_image")) / 255.0 * 2 - 1.0
    mask = np.load(samples / name) / 255.0
    image = torch.Tensor(truth)[None].permute(0, 3, 1, 2).to(device, dtype=torch.float32)
    mask = torch.Tensor(mask)[None, None].to(device, dtype=torch.float32)
    with torch.no_grad():
        filled = proposed(image, mask)
    filled = torch.clip(filled, -1.0, 1.0) * 0.5 + 0.5
    filled = filled[0].permute(1, 2, 0).cpu().detach().numpy() * 255.0
    total += psnr(filled, (truth * 0.5 + 0.5) * 255.0)
    np.save(os.path.join(args.output_path, name.replace("_mask", "_filled")), filled.astype(np.uint8))
    print(f"{name}: PSNR so far {total / (step + 1):.2f}")
