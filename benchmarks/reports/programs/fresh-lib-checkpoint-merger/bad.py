import argparse
import gc
import os
import re

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from tqdm import tqdm

BLOCKS = ["BASE"] + [f"IN{i:02d}" for i in range(12)] + ["M00"] + [f"OUT{i:02d}" for i in range(12)]
SKIP = ("model_ema", "cond_stage_model.transformer.text_model.embeddings.position_ids")


def load_model(path, device):
    if path.endswith(".safetensors"):
        state = load_file(path, device=device)
    else:
        state = torch.load(path, map_location=device)
    return state["state_dict"] if "state_dict" in state else state


def block_of(key):
    match = re.search(r"\.input_blocks\.(\d+)\.", key)
    if match:
        return "IN%02d" % int(match.group(1))
    if ".middle_block." in key:
        return "M00"
    match = re.search(r"\.output_blocks\.(\d+)\.", key)
    return "OUT%02d" % int(match.group(1)) if match else "BASE"


def parse_weights(text, alpha):
    if not text:
        return {b: alpha for b in BLOCKS}
    values = [float(v) for v in text.split(",")]
    if len(values) != len(BLOCKS):
        raise ValueError(f"{len(BLOCKS)} weights are needed, not {len(values)}")
    return dict(zip(BLOCKS, values))


def precosine(calcmode, theta_0, theta_1):
    """The range of the similarities of all weights, which the merge is scaled by."""
    sim = torch.nn.CosineSimilarity(dim=0)
    sims = np.array([], dtype=np.float64)
    for key in tqdm(theta_0.keys(), desc="Stage 0/2"):
        if key.startswith(SKIP) or key not in theta_1 or "model" not in key:
            continue
        if calcmode == "cosineA":
            theta_0_norm = F.normalize(theta_0[key].to(torch.float32), p=2, dim=0)
            theta_1_norm = F.normalize(theta_1[key].to(torch.float32), p=2, dim=0)
            simab = sim(theta_0_norm, theta_1_norm)
            sims = np.append(sims, simab.numpy())  # wanted
        else:
            a, b = theta_0[key].to(torch.float32), theta_1[key].to(torch.float32)
            simab = sim(a, b)
            dot_product = torch.dot(a.view(-1), b.view(-1))
            magnitude_similarity = dot_product / (torch.norm(a) * torch.norm(b))
            combined_similarity = (simab + magnitude_similarity) / 2.0
            sims = np.append(sims, combined_similarity.numpy())  # wanted
    sims = sims[~np.isnan(sims)]
    sims = np.delete(sims, np.where(sims < np.percentile(sims, 1, method="midpoint")))
    sims = np.delete(sims, np.where(sims > np.percentile(sims, 99, method="midpoint")))
    return sim, sims


def cosine(calcmode, key, sim, sims, a, b, alpha):
    x, y = a.to(torch.float32), b.to(torch.float32)
    if calcmode == "cosineA":
        k = sim(F.normalize(x, p=2, dim=0), F.normalize(y, p=2, dim=0))
    else:
        dot = torch.dot(x.view(-1), y.view(-1))
        k = (sim(x, y) + dot / (torch.norm(x) * torch.norm(y))) / 2.0
    k = (k - float(sims.min())) / float(sims.max() - sims.min())
    k = (k - alpha).clip(min=0.0, max=1.0)
    return y * (1 - k) + x * k


def smerge(args):
    device = "cuda" if args.use_cuda and torch.cuda.is_available() else "cpu"
    print("merging on", device)
    theta_0 = load_model(args.model_a, device)
    theta_1 = load_model(args.model_b, device)
    weights = parse_weights(args.weights, args.alpha)
    sim = sims = None
    if args.calcmode in ("cosineA", "cosineB"):
        sim, sims = precosine(args.calcmode, theta_0, theta_1)
    for key in tqdm(list(theta_0.keys()), desc="Stage 1/2"):
        if key not in theta_1 or key.startswith(SKIP) or theta_0[key].shape != theta_1[key].shape:
            continue
        alpha = weights[block_of(key)]
        dtype = theta_0[key].dtype
        if not dtype.is_floating_point:
            continue
        if args.calcmode == "normal":
            theta_0[key] = (1 - alpha) * theta_0[key] + alpha * theta_1[key]
        else:
            theta_0[key] = cosine(args.calcmode, key, sim, sims, theta_0[key], theta_1[key], alpha).to(dtype)
    del theta_1
    gc.collect()
    for key in tqdm(list(theta_0.keys()), desc="Stage 2/2"):
        if args.half and theta_0[key].dtype == torch.float32:
            theta_0[key] = theta_0[key].half()
        theta_0[key] = theta_0[key].contiguous().cpu()
    os.makedirs(os.path.dirname(args.output) or ".", exist_ok=True)
    save_file(theta_0, args.output, metadata={"format": "pt"})
    return args.output


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("model_a")
    parser.add_argument("model_b")
    parser.add_argument("output")
    parser.add_argument("--calcmode", default="normal", choices=("normal", "cosineA", "cosineB"))
    parser.add_argument("--alpha", type=float, default=0.5)
    parser.add_argument("--weights", default="")
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--use-cuda", action="store_true")
    print(smerge(parser.parse_args()))
