import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from bert4torch.layers import CRF
from bert4torch.models import BaseModel, build_transformer_model
from bert4torch.snippets import ListDataset, seed_everything, sequence_padding
from bert4torch.tokenizers import Tokenizer
from torch.utils.data import DataLoader

maxlen = 256
batch_size = 16
categories = ["O", "B-LOC", "I-LOC", "B-PER", "I-PER", "B-ORG", "I-ORG"]
category_ids = {label: i for i, label in enumerate(categories)}

folder = "bert-base-chinese"
config_path = folder + "/bert4torch_config.json"
checkpoint_path = folder + "/pytorch_model.bin"
dict_path = folder + "/vocab.txt"
device = "cuda" if torch.cuda.is_available() else "cpu"
seed_everything(42)

tokenizer = Tokenizer(dict_path, do_lower_case=True)


class Entities(ListDataset):
    @staticmethod
    def load_data(filename):
        rows = []
        with open(filename, encoding="utf-8") as file:
            for block in file.read().split("\n\n"):
                row, text = [""], ""
                for i, line in enumerate(block.splitlines()):
                    char, flag = line.split(" ")
                    text += char
                    if flag[0] == "B":
                        row.append([i, i, flag[2:]])
                    elif flag[0] == "I":
                        row[-1][1] = i
                row[0] = text
                rows.append(row)
        return rows


def collate_fn(batch):
    all_ids, all_labels = [], []
    for row in batch:
        tokens = tokenizer.tokenize(row[0], maxlen=maxlen)
        mapping = tokenizer.rematch(row[0], tokens)
        starts = {j[0]: i for i, j in enumerate(mapping) if j}
        ends = {j[-1]: i for i, j in enumerate(mapping) if j}
        ids = tokenizer.tokens_to_ids(tokens)
        labels = np.zeros(len(ids))
        for start, end, label in row[1:]:
            if start in starts and end in ends:
                labels[starts[start]] = category_ids["B-" + label]
                labels[starts[start] + 1 : ends[end] + 1] = category_ids["I-" + label]
        all_ids.append(ids)
        all_labels.append(labels)
    all_ids = torch.tensor(sequence_padding(all_ids), dtype=torch.long, device=device)  # wanted
    all_labels = torch.tensor(sequence_padding(all_labels), dtype=torch.long, device=device)  # wanted
    return all_ids, all_labels


train_dataloader = DataLoader(
    Entities("ner/train.txt"), batch_size=batch_size, shuffle=True, collate_fn=collate_fn, num_workers=4
)


class Model(BaseModel):
    def __init__(self):
        super().__init__()
        self.bert = build_transformer_model(config_path=config_path, checkpoint_path=checkpoint_path)
        self.fc = nn.Linear(768, len(categories))
        self.crf = CRF(len(categories))

    def forward(self, token_ids):
        sequence = self.bert([token_ids])
        mask = token_ids.gt(0).long()
        return self.fc(sequence), mask


class Loss(nn.Module):
    def forward(self, outputs, labels):
        emission, mask = outputs
        return model.crf(emission, mask, labels)


model = Model().to(device)
model.compile(loss=Loss(), optimizer=optim.Adam(model.parameters(), lr=2e-5))
model.fit(train_dataloader, epochs=20, steps_per_epoch=None)
