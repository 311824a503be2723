import argparse
import math
import random

import numpy as np
import torch

from slices_setup import Setup


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["train", "eval"], default="train")
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--test_every", type=int, default=6)
    parser.add_argument("--chunk", type=int, default=100)
    parser.add_argument("--lr", type=float, default=2e-3)
    return parser.parse_args()


def train(setup):
    while setup.number <= setup.steps:
        for values, coords, depths in setup.train_slices:
            setup.optim.zero_grad()
            values, coords = values.squeeze(0), coords.squeeze(0)
            rendered = setup.render(coords, depths)
            loss = setup.loss_fn(rendered, values)
            loss.backward()
            setup.optim.step()
            if setup.number % setup.test_every == 0:
                print(f"step {setup.number}: loss {loss.item():.4f}")
                evaluate(setup)
            setup.number += 1
            if setup.number > setup.steps:
                return


@torch.no_grad()
def evaluate(setup):
    n, pixels, s = len(setup.test_set), setup.test_set.W * setup.test_set.H, setup.chunk
    predicted = np.zeros((n, pixels))
    for i, (_, coords, depths) in enumerate(setup.test_slices):
        coords = coords.squeeze(0)
        for c in range(math.ceil(pixels / s)):
            predicted[i, s * c:s * (c + 1)] = setup.render(coords[s * c:s * (c + 1)], depths).cpu().numpy()
    truth = setup.test_set.values.reshape(n, -1).cpu().numpy()
    print(f"psnr {-10 * np.log10(((predicted - truth) ** 2).mean()):.2f}")


if __name__ == "__main__":
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
    torch.manual_seed(0)
    torch.cuda.manual_seed(0)
    random.seed(0)
    np.random.seed(0)
    arguments = parse()
    configuration = Setup(arguments)
    if arguments.mode == "train":
        train(configuration)
    else:
        evaluate(configuration)
