import argparse
import math
import random

import numpy as np
import torch

from cfg import Cfg


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["train", "eval"], default="train")
    parser.add_argument("--max_iter", type=int, default=12)
    parser.add_argument("--eval_iter", type=int, default=6)
    parser.add_argument("--bs_eval", type=int, default=100)
    parser.add_argument("--lr", type=float, default=2e-3)
    return parser.parse_args()


def train(cfg):
    while cfg.i_step <= cfg.max_iter:
        for values, coords, depths in cfg.trainloader:
            cfg.optim.zero_grad()
            values, coords = values.squeeze(0), coords.squeeze(0)
            rendered = cfg.render(coords, depths)
            loss = cfg.loss_fn(rendered, values)
            loss.backward()
            cfg.optim.step()
            if cfg.i_step % cfg.eval_iter == 0:
                print(f"step {cfg.i_step}: loss {loss.item():.4f}")
                evaluate(cfg)
            cfg.i_step += 1
            if cfg.i_step > cfg.max_iter:
                return


@torch.no_grad()
def evaluate(cfg):
    n, pixels, s = len(cfg.evalset), cfg.evalset.W * cfg.evalset.H, cfg.bs_eval
    predicted = np.zeros((n, pixels))
    for i, (_, coords, depths) in enumerate(cfg.evalloader):
        coords = coords.squeeze(0)
        for c in range(math.ceil(pixels / s)):
            predicted[i, s * c:s * (c + 1)] = cfg.render(coords[s * c:s * (c + 1)], depths).cpu().numpy()
    truth = cfg.evalset.values.reshape(n, -1).cpu().numpy()
    print(f"psnr {-10 * np.log10(((predicted - truth) ** 2).mean()):.2f}")


if __name__ == "__main__":
    torch.set_default_tensor_type("torch.cuda.FloatTensor")
    torch.manual_seed(0)
    torch.cuda.manual_seed(0)
    random.seed(0)
    np.random.seed(0)
    arguments = parse()
    configuration = Cfg(arguments)
    if arguments.mode == "train":
        train(configuration)
    else:
        evaluate(configuration)
