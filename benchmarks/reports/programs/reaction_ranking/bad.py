"""Rank the conditions of a chemical reaction with a trained scorer."""
import argparse
from itertools import product

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

SOLVENTS = ["water", "toluene", "thf", "dmf", "ethanol"]
REAGENTS = ["k2co3", "pd(pph3)4", "nabh4", "hcl"]


class ConditionScorer(nn.Module):
    def __init__(self, fp_size, n_solvent, n_reagent, hidden=64):
        super().__init__()
        self.fingerprint = nn.Sequential(nn.Linear(fp_size, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.solvent = nn.Linear(n_solvent, hidden)
        self.reagent = nn.Linear(n_reagent, hidden)
        self.score = nn.Linear(3 * hidden, 1)
        self.temperature = nn.Linear(3 * hidden, 1)

    def forward(self, fp, solvents, reagents):
        h = torch.cat([self.fingerprint(fp), self.solvent(solvents), self.reagent(reagents)], dim=-1)
        return self.score(h), self.temperature(h)


class RankingEvaluator:
    """Scores all contexts of one reaction and sorts them."""

    def __init__(self, solvent_names, reagent_names):
        self.solvent_names = solvent_names
        self.reagent_names = reagent_names
        self.model = None
        self.device = None

    def load_model(self, path, device=torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")):
        self.device = device
        state = torch.load(path, map_location=device)
        self.model = ConditionScorer(state["fp_size"], len(self.solvent_names), len(self.reagent_names))
        self.model.to(device)
        self.model.load_state_dict(state["state_dict"])
        self.model.eval()

    def names(self, features, classes):
        rows = features.clone().cpu().detach().numpy()
        return ["; ".join(classes[i] for i in np.where(row == 1)[0]) for row in rows]

    def rate_contexts(self, fp, solvent_rows, reagent_rows):
        solvent_rows = solvent_rows.unsqueeze(0).to(self.device)
        reagent_rows = reagent_rows.unsqueeze(0).to(self.device)

        fp = fp.view(1, -1)
        fp = fp.repeat(solvent_rows.shape[1], 1)
        fp = fp.unsqueeze(0)

        shares, degrees = self.model(fp, solvent_rows, reagent_rows)  # wanted
        shares = F.softmax(shares, dim=1).view(-1)
        degrees = [float(t.cpu().detach().numpy()) for t in degrees.view(-1)]
        return shares, degrees

    def best_contexts(self, fp, solvent_rows, reagent_rows):
        contexts = list(zip(self.names(solvent_rows, self.solvent_names),
                            self.names(reagent_rows, self.reagent_names)))
        shares, degrees = self.rate_contexts(fp, solvent_rows, reagent_rows)
        order = torch.argsort(shares, descending=True)
        return [(*contexts[j], degrees[j], float(shares[j].detach().cpu())) for j in order]


def reaction_fingerprint(smiles, size):
    """A hashed fingerprint of the product and of the difference to the reactants."""
    left, right = smiles.split(">>")
    bits = np.zeros(size, dtype=np.float32)
    for k in range(len(right) - 1):
        bits[hash(right[k:k + 2]) % (size // 2)] = 1
    for k in range(len(left) - 1):
        bits[size // 2 + hash(left[k:k + 2]) % (size // 2)] -= 1
    return torch.tensor(bits)


def enumerate_contexts():
    pairs = list(product(range(len(SOLVENTS)), range(len(REAGENTS))))
    solvents = torch.zeros(len(pairs), len(SOLVENTS))
    reagents = torch.zeros(len(pairs), len(REAGENTS))
    for row, (s, r) in enumerate(pairs):
        solvents[row, s] = 1
        reagents[row, r] = 1
    return solvents, reagents


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--smiles", default="CC(=O)Cl.NCc1ccccc1>>CC(=O)NCc1ccccc1")
    parser.add_argument("--model", default="ranking_model.pt")
    parser.add_argument("--fp_size", type=int, default=256)
    args = parser.parse_args()
    scorer = ConditionScorer(args.fp_size, len(SOLVENTS), len(REAGENTS))
    torch.save({"state_dict": scorer.state_dict(), "fp_size": args.fp_size}, args.model)

    evaluator = RankingEvaluator(SOLVENTS, REAGENTS)
    evaluator.load_model(args.model)
    solvents, reagents = enumerate_contexts()
    ranked = evaluator.best_contexts(reaction_fingerprint(args.smiles, args.fp_size), solvents, reagents)
    for rank, (solvent, reagent, temperature, score) in enumerate(ranked[:5], start=1):
        print(f"{rank}  {solvent:10s} {reagent:12s} {temperature:6.1f} {score:.3f}")


if __name__ == "__main__":
    main()
