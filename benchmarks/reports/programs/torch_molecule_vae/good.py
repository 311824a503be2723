import argparse
import math
import random
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
import torch.optim.lr_scheduler as lr_scheduler

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=7)
parser.add_argument("--hidden_size", type=int, default=32)
parser.add_argument("--latent_size", type=int, default=8)
parser.add_argument("--vocab_size", type=int, default=12)
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--clip_norm", type=float, default=5.0)
parser.add_argument("--epoch", type=int, default=2)
parser.add_argument("--anneal_rate", type=float, default=0.9)
parser.add_argument("--print_iter", type=int, default=2)
args = parser.parse_args()
print(args)

torch.manual_seed(args.seed)
random.seed(args.seed)


class Decoder(nn.Module):
    def __init__(self, vocab_size, hidden_size, latent_size):
        super().__init__()
        self.W_word = nn.Sequential(nn.Linear(latent_size, hidden_size), nn.ReLU(), nn.Linear(hidden_size, vocab_size))
        self.W_topo = nn.Sequential(nn.Linear(latent_size, hidden_size), nn.ReLU(), nn.Linear(hidden_size, 1))
        self.word_loss = nn.CrossEntropyLoss(reduction="sum")
        self.topo_loss = nn.BCEWithLogitsLoss(reduction="sum")

    def get_accuracy(self, scores, labels):
        _, preds = torch.max(scores, dim=-1)
        acc = torch.eq(preds, labels).float()
        return torch.sum(acc) / labels.nelement()

    def forward(self, z, words, topo):
        word_scores = self.W_word(z)
        topo_scores = self.W_topo(z).squeeze(-1)
        loss = self.word_loss(word_scores, words) + self.topo_loss(topo_scores, topo)
        wacc = self.get_accuracy(word_scores, words)
        tacc = torch.eq((topo_scores > 0).float(), topo).float().mean()
        return loss / len(z), wacc, tacc


class MoleculeVAE(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.embedding = nn.Embedding(args.vocab_size, args.hidden_size)
        self.R_mean = nn.Linear(args.hidden_size, args.latent_size)
        self.R_var = nn.Linear(args.hidden_size, args.latent_size)
        self.decoder = Decoder(args.vocab_size, args.hidden_size, args.latent_size)

    def rsample(self, z_vecs):
        z_mean = self.R_mean(z_vecs)
        z_log_var = -torch.abs(self.R_var(z_vecs))
        kl_loss = -0.5 * torch.sum(1.0 + z_log_var - z_mean * z_mean - torch.exp(z_log_var)) / len(z_vecs)
        epsilon = torch.randn_like(z_mean).cuda()
        return z_mean + torch.exp(z_log_var / 2) * epsilon, kl_loss

    def forward(self, words, topo, beta):
        words, topo = words.cuda(), topo.cuda()
        z, kl_div = self.rsample(self.embedding(words))
        loss, wacc, tacc = self.decoder(z, words, topo)
        return loss + beta * kl_div, kl_div.item(), wacc, tacc


model = MoleculeVAE(args).cuda()
print("Model #Params: %dK" % (sum([x.nelement() for x in model.parameters()]) / 1000,))

for param in model.parameters():
    if param.dim() == 1:
        nn.init.constant_(param, 0)
    else:
        nn.init.xavier_normal_(param)

optimizer = optim.Adam(model.parameters(), lr=args.lr)
scheduler = lr_scheduler.ExponentialLR(optimizer, args.anneal_rate)
param_norm = lambda m: math.sqrt(sum([p.norm().item() ** 2 for p in m.parameters()]))
grad_norm = lambda m: math.sqrt(sum([p.grad.norm().item() ** 2 for p in m.parameters() if p.grad is not None]))

total_step = beta = 0
meters = np.zeros(4)
for epoch in range(args.epoch):
    dataset = [(torch.randint(args.vocab_size, (args.batch_size,)), torch.randint(2, (args.batch_size,)).float()) for _ in range(4)]

    for batch in dataset:
        total_step += 1
        model.zero_grad()
        loss, kl_div, wacc, tacc = model(*batch, beta=beta)

        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), args.clip_norm)
        optimizer.step()

        meters = meters + np.array([kl_div, loss.item(), wacc.cpu() * 100, tacc.cpu() * 100])

        if total_step % args.print_iter == 0:
            meters /= args.print_iter
            print(
                "[%d] Beta: %.3f, KL: %.2f, loss: %.3f, Word: %.2f, Topo: %.2f, PNorm: %.2f, GNorm: %.2f"
                % (total_step, beta, meters[0], meters[1], meters[2], meters[3], param_norm(model), grad_norm(model))
            )
            sys.stdout.flush()
            meters *= 0

    scheduler.step()
    beta = min(1.0, beta + 0.1)
