import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from evaluators import Evaluator
from torch.utils.data import DataLoader, Dataset


class Converter:
    def __init__(self, alphabet, length):
        self.alphabet = alphabet
        self.length = length

    def encode(self, words):
        rows = [[self.alphabet.index(c) for c in word.ljust(self.length, "_")] for word in words]
        return torch.tensor(rows), torch.tensor([len(word) for word in words])

    def decode(self, rows):
        return ["".join(self.alphabet[i] for i in row).rstrip("_") for row in rows.tolist()]


class Words(Dataset):
    words = ["cat", "dog", "mouse", "horse", "cow", "hen"]

    def __len__(self):
        return len(self.words)

    def __getitem__(self, i):
        return torch.randn(1, 16, 40), self.words[i]


class Recognizer(nn.Module):
    def __init__(self, n_class, length):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d((1, length)))
        self.decoder = nn.LSTM(8, 16, batch_first=True)
        self.fc = nn.Linear(16, n_class)

    def forward(self, input_dict):
        return_dict = {"loss": {}, "output": {}}
        x = self.encoder(input_dict["images"]).squeeze(2).transpose(1, 2)
        x, _ = self.decoder(x)
        logits = self.fc(x)
        return_dict["loss"]["loss_rec"] = F.cross_entropy(logits.flatten(0, 1), input_dict["rec_targets"].flatten())
        return_dict["output"]["pred_rec"] = logits.argmax(-1)
        return return_dict


def main(args):
    args.cuda = args.cuda and torch.cuda.is_available()
    converter = Converter("_abcdefghijklmnopqrstuvwxyz", 8)
    model = Recognizer(len(converter.alphabet), 8)
    device = torch.device("cuda" if args.cuda else "cpu")
    model = model.to(device)
    evaluator = Evaluator(model, converter, "accuracy", args.cuda, {"loss_rec": 1.0})
    loader = DataLoader(Words(), batch_size=2, collate_fn=lambda rows: (torch.stack([r[0] for r in rows]), [r[1] for r in rows]))
    evaluator.evaluate(loader, step=0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuda", default=True, type=bool)
    main(parser.parse_args())
