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

    def forward(self, rxn_fp, solvents, reagents):
        h = torch.cat([self.fingerprint(rxn_fp), self.solvent(solvents), self.reagent(reagents)], dim=-1)
        return self.score(h), self.temperature(h)


class RankingEvaluator:
    """Scores all contexts of one reaction and sorts them."""

    def __init__(self, solvent_classes, reagent_classes):
        self.solvent_classes = solvent_classes
        self.reagent_classes = reagent_classes
        self.model = None
        self.device = None

    def load_model(self, path, device=torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")):
        self.device = device
        state = torch.load(path, map_location=device)
        self.model = ConditionScorer(state["fp_size"], len(self.solvent_classes), len(self.reagent_classes))
        self.model.to(device)
        self.model.load_state_dict(state["state_dict"])
        self.model.eval()

    def names(self, features, classes):
        rows = features.clone().cpu().detach().numpy()
        return ["; ".join(classes[i] for i in np.where(row == 1)[0]) for row in rows]

    def predict_scores(self, rxn_fp, input_solvents, input_reagents):
        input_solvents = input_solvents.unsqueeze(0).to(self.device)
        input_reagents = input_reagents.unsqueeze(0).to(self.device)

        rxn_fp = rxn_fp.view(1, -1)
        rxn_fp = rxn_fp.repeat(input_solvents.shape[1], 1)
        rxn_fp = rxn_fp.unsqueeze(0).to(self.device)

        scores, temperatures = self.model(rxn_fp, input_solvents, input_reagents)
        scores = F.softmax(scores, dim=1).view(-1)
        temperatures = [float(t.cpu().detach().numpy()) for t in temperatures.view(-1)]
        return scores, temperatures

    def rank_top_contexts(self, rxn_fp, input_solvents, input_reagents):
        contexts = list(zip(self.names(input_solvents, self.solvent_classes),
                            self.names(input_reagents, self.reagent_classes)))
        scores, temperatures = self.predict_scores(rxn_fp, input_solvents, input_reagents)
        order = torch.argsort(scores, descending=True)
        return [(*contexts[j], temperatures[j], float(scores[j].detach().cpu())) for j in order]


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
    ranked = evaluator.rank_top_contexts(reaction_fingerprint(args.smiles, args.fp_size), solvents, reagents)
    for rank, (solvent, reagent, temperature, score) in enumerate(ranked[:5], start=1):
        print(f"{rank}  {solvent:10s} {reagent:12s} {temperature:6.1f} {score:.3f}")


if __name__ == "__main__":
    main()
