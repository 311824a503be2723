import argparse

import numpy as np
import scipy.sparse as sp
import torch
from deeprobust.graph.data import Dataset
from deeprobust.graph.defense import RGCN
from deeprobust.graph.global_attack import Random

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=15)
parser.add_argument("--dataset", default="cora")
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--epochs", type=int, default=200)
args = parser.parse_args()

np.random.seed(args.seed)
torch.manual_seed(args.seed)
device = "cuda" if torch.cuda.is_available() else "cpu"


def perturbed(adj, rate):
    """The adjacency with some edges added at random."""
    attacker = Random()
    attacker.attack(adj, n_perturbations=int(rate * (adj.sum() // 2)), type="add")
    return sp.csr_matrix(attacker.modified_adj)


data = Dataset(root="/tmp/", name=args.dataset, seed=args.seed)
adj, features, labels = data.adj, data.features, data.labels
idx_train, idx_val, idx_test = data.idx_train, data.idx_val, data.idx_test

results = {}
for name, graph in [("clean", adj), ("attacked", perturbed(adj, args.rate))]:
    rgcn = RGCN(
        nnodes=graph.shape[0],
        nfeat=features.shape[1],
        nhid=16,
        nclass=labels.max().item() + 1,
        dropout=0.5,
        device=device,
    )
    rgcn = rgcn.to(device)
    rgcn.fit(features, graph, labels, idx_train, train_iters=args.epochs)
    rgcn.fit(features, graph, labels, idx_train, idx_val, train_iters=args.epochs, patience=30)
    results[name] = rgcn.test(idx_test)

for name, accuracy in results.items():
    print(name, accuracy)
