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


def perturbed(edges, rate):
    """The adjacency with some edges added at random."""
    attacker = Random()
    attacker.attack(edges, n_perturbations=int(rate * (edges.sum() // 2)), type="add")
    return sp.csr_matrix(attacker.modified_adj)


papers = Dataset(root="/tmp/", name=args.dataset, seed=args.seed)
edges, words, topics = papers.adj, papers.features, papers.labels
idx_train, idx_val, idx_test = papers.idx_train, papers.idx_val, papers.idx_test

results = {}
for name, graph in [("clean", edges), ("attacked", perturbed(edges, args.rate))]:
    defended = RGCN(
        nnodes=graph.shape[0],
        nfeat=words.shape[1],
        nhid=16,
        nclass=topics.max().item() + 1,
        dropout=0.5,
        device=device,
    )
    defended = defended.to(device)
    defended.fit(words, graph, topics, idx_train, train_iters=args.epochs)
    defended.fit(words, graph, topics, idx_train, idx_val, train_iters=args.epochs, patience=30)
    results[name] = defended.test(idx_test)

for name, accuracy in results.items():
    print(name, accuracy)
