import argparse
import datetime
import os
import random
from copy import deepcopy

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn, optim

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
THRESHOLDS = [0.3, 0.5, 0.7]


def get_feat(data, idx, offset, label_dim, feature_dim):
    return data[idx, offset + label_dim:offset + label_dim + feature_dim].astype(np.float32)


def get_label(data, idx, offset, label_dim):
    return data[idx, offset:offset + label_dim]


class LabelVAE(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.fe = nn.Sequential(nn.Linear(args.feature_dim, 64), nn.ReLU())
        self.fe_mu, self.fe_logvar = nn.Linear(64, args.z_dim), nn.Linear(64, args.z_dim)
        self.label_embedding = nn.Linear(args.label_dim, args.z_dim)
        self.decoder = nn.Sequential(nn.Linear(args.z_dim, 64), nn.ReLU(), nn.Linear(64, args.label_dim))

    def forward(self, label, feature):
        h = self.fe(feature)
        mu, logvar = self.fe_mu(h), self.fe_logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return {"x": self.decoder(z), "e": self.decoder(self.label_embedding(label)), "mu": mu, "logvar": logvar}


def compute_loss(label, output, args):
    nll = F.binary_cross_entropy_with_logits(output["e"], label)
    nll_x = F.binary_cross_entropy_with_logits(output["x"], label)
    kl = -0.5 * torch.mean(1 + output["logvar"] - output["mu"] ** 2 - output["logvar"].exp())
    total = args.nll_coeff * (nll + nll_x) + kl
    return total, nll, nll_x, kl, torch.sigmoid(output["e"]), torch.sigmoid(output["x"])


def compute_metrics(pred, truth, threshold):
    pred = (pred >= threshold).astype(int)
    tp, fp, fn = (pred * truth).sum(0), (pred * (1 - truth)).sum(0), ((1 - pred) * truth).sum(0)
    micro = 2 * tp.sum() / max(1, (2 * tp + fp + fn).sum())
    macro = np.mean(2 * tp / np.maximum(1, 2 * tp + fp + fn))
    return {"maF1": macro, "miF1": micro, "ACC": np.mean(np.all(pred == truth, axis=1))}


def train(args):
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    data = np.random.rand(120, args.meta_offset + args.label_dim + args.feature_dim)
    data[:, args.meta_offset:args.meta_offset + args.label_dim] = (
        data[:, args.meta_offset:args.meta_offset + args.label_dim] > 0.7
    )
    train_idx, valid_idx = np.arange(96), np.arange(96, 120)
    vae = LabelVAE(args).to(device)
    vae.train()
    optimizer = optim.Adam(vae.parameters(), lr=args.learning_rate, weight_decay=1e-5)
    current_step, best_macro_f1 = 0, 0.0
    smooth_total_loss = smooth_nll_loss = smooth_macro_f1 = 0.0
    temp_label, temp_pred_x = [], []
    for one_epoch in range(args.max_epoch):
        print("epoch " + str(one_epoch + 1) + " starts!")
        np.random.shuffle(train_idx)
        for i in range(int(np.ceil(len(train_idx) / float(args.batch_size)))):
            optimizer.zero_grad()
            start, end = i * args.batch_size, min(args.batch_size * (i + 1), len(train_idx))
            input_feat = get_feat(data, train_idx[start:end], args.meta_offset, args.label_dim, args.feature_dim)
            input_label = get_label(data, train_idx[start:end], args.meta_offset, args.label_dim)
            input_feat, input_label = torch.from_numpy(input_feat).to(device), torch.from_numpy(input_label)
            input_label = deepcopy(input_label).float().to(device)
            output = vae(input_label, input_feat)
            total_loss, nll_loss, nll_loss_x, kl_loss, _, pred_x = compute_loss(input_label, output, args)
            total_loss.backward()
            optimizer.step()

            metrics = compute_metrics(pred_x.cpu().data.numpy(), input_label.cpu().data.numpy(), 0.5)
            smooth_nll_loss += nll_loss.item()
            smooth_total_loss += total_loss.item()
            smooth_macro_f1 += metrics["maF1"]
            temp_label.append(input_label)
            temp_pred_x.append(pred_x.detach())
            current_step += 1
            if current_step % args.check_freq == 0:
                temp_pred_x = np.concatenate([np.asarray(v) for v in temp_pred_x])  # wanted
                temp_label = np.concatenate([np.asarray(v) for v in temp_label])  # wanted
                best = max(compute_metrics(temp_pred_x, temp_label, t)["miF1"] for t in THRESHOLDS)
                print("step=%d %s macro_f1=%.4f best micro_f1=%.4f nll=%.4f total=%.4f" % (
                    current_step, datetime.datetime.now().isoformat(), smooth_macro_f1 / args.check_freq, best,
                    smooth_nll_loss / args.check_freq, smooth_total_loss / args.check_freq))
                temp_pred_x, temp_label = [], []
                smooth_nll_loss = smooth_total_loss = smooth_macro_f1 = 0.0
        loss, val = valid(data, vae, valid_idx, args)
        if val["maF1"] > best_macro_f1:
            best_macro_f1 = val["maF1"]
            torch.save(vae.state_dict(), os.path.join(args.out, "vae-%d.pt" % current_step))


def valid(data, vae, valid_idx, args):
    vae.eval()
    all_pred, all_label, total = [], [], 0.0
    for start in range(0, len(valid_idx), args.batch_size):
        rows = valid_idx[start:start + args.batch_size]
        feat = torch.from_numpy(get_feat(data, rows, args.meta_offset, args.label_dim, args.feature_dim)).to(device)
        label = torch.from_numpy(get_label(data, rows, args.meta_offset, args.label_dim)).float().to(device)
        with torch.no_grad():
            loss, _, _, _, _, pred_x = compute_loss(label, vae(label, feat), args)
        total += loss.item() * len(rows)
        all_pred.append(pred_x)
        all_label.append(label)
    all_pred = torch.cat(all_pred).detach().cpu().numpy()
    all_label = torch.cat(all_label).detach().cpu().numpy()
    vae.train()
    metrics = max((compute_metrics(all_pred, all_label, t) for t in THRESHOLDS), key=lambda m: m["maF1"])
    print("valid loss=%.4f" % (total / len(valid_idx)), {k: round(float(v), 4) for k, v in metrics.items()})
    return total / len(valid_idx), metrics


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name, value in dict(seed=1, meta_offset=0, label_dim=6, feature_dim=10, z_dim=8, batch_size=16, max_epoch=2,
                            check_freq=4).items():
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("--learning_rate", type=float, default=1e-3)
    parser.add_argument("--nll_coeff", type=float, default=0.5)
    parser.add_argument("--out", default=".")
    train(parser.parse_args())
