import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim

from captioner import Captioner


class GraphLoader:
    """Features of the nodes of sub-graphs, padded, with a mask, and the words of a caption."""

    def __init__(self, opt, seed=0):
        self.opt, self.rng = opt, np.random.default_rng(seed)

    def get_batch(self):
        opt, rng = self.opt, self.rng
        node_feats = np.zeros((opt.batch_size, opt.max_nodes, 24), dtype="float32")
        node_masks = np.zeros((opt.batch_size, opt.max_nodes), dtype="float32")
        labels = np.zeros((opt.batch_size, opt.seq_length + 2), dtype="int64")
        for b in range(opt.batch_size):
            nodes, words = rng.integers(2, opt.max_nodes + 1), rng.integers(3, opt.seq_length + 1)
            node_feats[b, :nodes] = rng.standard_normal((nodes, 24))
            node_masks[b, :nodes] = 1
            labels[b, 1:words + 1] = rng.integers(1, opt.vocab_size, words)
        masks = np.zeros_like(labels, dtype="float32")
        masks[:, :2] = 1
        masks[:, 2:] = labels[:, 1:-1] > 0
        return {"node_feats": node_feats, "node_masks": node_masks, "labels": labels, "masks": masks}


class WordLoss(nn.Module):
    def forward(self, scores, target, mask):
        output = -scores.gather(2, target.unsqueeze(2)).squeeze(2) * mask
        return torch.sum(output) / torch.sum(mask)


def train(opt):
    torch.manual_seed(0)
    loader = GraphLoader(opt)
    model = Captioner(opt.vocab_size).cuda()
    model.train()
    criterion = WordLoss()
    optimizer = optim.Adam(model.parameters(), lr=opt.learning_rate)
    for iteration in range(opt.max_iterations):
        data = loader.get_batch()
        tmp = [data["node_feats"], data["labels"], data["masks"], data["node_masks"]]
        node_feats, labels, masks, node_masks = [torch.from_numpy(_).cuda() for _ in tmp]
        optimizer.zero_grad()
        loss = criterion(model(node_feats, labels, node_masks), labels[:, 1:], masks[:, 1:])
        loss.backward()
        nn.utils.clip_grad_value_(model.parameters(), opt.grad_clip)
        optimizer.step()
        print(f"iter {iteration}, train_loss = {loss.item():.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--max_nodes", type=int, default=6)
    parser.add_argument("--seq_length", type=int, default=7)
    parser.add_argument("--vocab_size", type=int, default=20)
    parser.add_argument("--max_iterations", type=int, default=4)
    parser.add_argument("--learning_rate", type=float, default=5e-4)
    parser.add_argument("--grad_clip", type=float, default=0.1)
    train(parser.parse_args())
