import logging
import random
import sys
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

from solver import Solver

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
logger = logging.getLogger("train")
CLASSES = "HEC"
PAD = -100


class EmbeddedSequences(Dataset):
    def __init__(self, samples):
        self.keys, self.inputs, self.targets = zip(*samples)

    def __len__(self):
        return len(self.keys)

    def __getitem__(self, i):
        return self.keys[i], torch.tensor(self.inputs[i]).float(), torch.tensor(self.targets[i])


def pad_sequences(batch):
    keys, xs, ys = zip(*batch)
    lengths = [len(x) for x in xs]
    X = nn.utils.rnn.pad_sequence(xs, batch_first=True)
    y = nn.utils.rnn.pad_sequence(ys, batch_first=True, padding_value=PAD)
    return keys, X, y, lengths


class CNN(nn.Module):
    def __init__(self, n_features, n_classes, width=16):
        super().__init__()
        self.conv1 = nn.Conv1d(n_features, width, 7, padding=3)
        self.drop = nn.Dropout(0.25)
        self.conv2 = nn.Conv1d(width, n_classes, 7, padding=3)

    def forward(self, x):
        return self.conv2(self.drop(torch.relu(self.conv1(x.permute(0, 2, 1)))))


def get_class_weights(targets, n_classes):
    counts = Counter(t for seq in targets for t in seq)
    total = sum(counts.values())
    weights = torch.FloatTensor([total / (n_classes * max(1, counts[c])) for c in range(n_classes)])
    for c in range(n_classes):
        logger.info("class %s: %d residues, weight %.3f", CLASSES[c], counts[c], weights[c].item())
    return weights


def get_loss(choice, class_weights=None):
    if choice == "cross_entropy_loss":
        if class_weights is not None:
            return nn.CrossEntropyLoss(weight=class_weights, ignore_index=PAD)
        return nn.CrossEntropyLoss(ignore_index=PAD)
    raise ValueError(f"unknown loss {choice}")


def get_device(device=None):
    if device is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(device)


def read_samples(n, features=12):
    samples = []
    for i in range(n):
        length = random.randint(8, 20)
        x = np.random.randn(length, features)
        samples.append((f"seq{i}", x, [int(v) for v in np.digitize(x[:, 0], [-0.5, 1.0])]))
    return samples


def training_and_evaluation_routine(config):
    random.seed(config["seed"])
    np.random.seed(config["seed"])
    torch.manual_seed(config["seed"])
    device = get_device(config.get("device"))
    logger.info("Using device: %s", device)
    samples = read_samples(40)
    train, val, test = samples[:24], samples[24:32], samples[32:]
    class_weights = None
    if config["use_class_weights"]:
        class_weights = get_class_weights([s[2] for s in train], len(CLASSES))
    loaders = [
        DataLoader(EmbeddedSequences(s), batch_size=config["batch_size"], shuffle=s is train, collate_fn=pad_sequences)
        for s in (train, val, test)
    ]
    model = CNN(12, len(CLASSES)).to(device)
    loss_function = get_loss(config["loss_choice"], class_weights).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=config["learning_rate"])
    solver = Solver(model, optimizer, loss_function, device, num_epochs=config["num_epochs"])
    solver.train(loaders[0], loaders[1])
    predictions = solver.inference(loaders[2])
    for key, value in list(predictions.items())[:3]:
        logger.info("%s %s", key, "".join(CLASSES[int(c)] for c in value))


if __name__ == "__main__":
    training_and_evaluation_routine({
        "seed": 42, "use_class_weights": "--unweighted" not in sys.argv, "batch_size": 8, "num_epochs": 3,
        "loss_choice": "cross_entropy_loss", "learning_rate": 1e-3,
    })
