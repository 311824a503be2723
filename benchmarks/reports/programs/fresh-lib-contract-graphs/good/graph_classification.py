import argparse
import json
import random
from pathlib import Path

import torch
import torch.nn.functional as F
from contract_model import ContractClassifier


def score(pred, labels):
    tp = ((pred == 1) & (labels == 1)).sum().item()
    fp = ((pred == 1) & (labels == 0)).sum().item()
    fn = ((pred == 0) & (labels == 1)).sum().item()
    return 2 * tp / max(1, 2 * tp + fp + fn)


def main(args):
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    device = "cuda:0" if torch.cuda.is_available() else "cpu"
    labels = {item["contract_name"]: item["targets"] for item in json.loads(Path(args.label).read_text())}
    names = sorted(labels)
    random.shuffle(names)
    cut = int(len(names) * 0.8)
    train, test = names[:cut], names[cut:]
    model = ContractClassifier(args.graph, names, args.feature_extractor, node_feature=args.node_feature, device=device)
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.num_epochs):
        model.train()
        total = 0.0
        for start in range(0, len(train), args.batch_size):
            batch = train[start:start + args.batch_size]
            target = torch.tensor([labels[n] for n in batch], device=device)
            optimizer.zero_grad()
            loss = F.cross_entropy(model(batch), target)
            loss.backward()
            optimizer.step()
            total += loss.item()
        model.eval()
        with torch.no_grad():
            pred = model(test).argmax(1).cpu()
        print(f"epoch {epoch}: loss {total:.3f} f1 {score(pred, torch.tensor([labels[n] for n in test])):.3f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("graph classification of contracts")
    parser.add_argument("--graph", required=True)
    parser.add_argument("--label", required=True)
    parser.add_argument("--feature-extractor", required=True)
    parser.add_argument("--node-feature", default="gae", choices=("nodetype", "gae", "line", "node2vec"))
    parser.add_argument("--num-epochs", type=int, default=50)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    main(parser.parse_args())
