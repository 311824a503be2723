import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from bert4torch.layers import CRF
from bert4torch.models import BaseModel, build_transformer_model
from bert4torch.snippets import ListDataset, seed_everything, sequence_padding
from bert4torch.tokenizers import Tokenizer
from torch.utils.data import DataLoader

longest = 256
rows_each = 16
categories = ["O", "B-LOC", "I-LOC", "B-PER", "I-PER", "B-ORG", "I-ORG"]
category_ids = {label: i for i, label in enumerate(categories)}

folder = "bert-base-chinese"
config_file = folder + "/bert4torch_config.json"
weights_file = folder + "/pytorch_model.bin"
words_file = folder + "/vocab.txt"
gpu = "cuda" if torch.cuda.is_available() else "cpu"
seed_everything(42)

splitter = Tokenizer(words_file, do_lower_case=True)


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


def to_batch(batch):
    all_ids, all_labels = [], []
    for row in batch:
        pieces = splitter.tokenize(row[0], maxlen=longest)
        places = splitter.rematch(row[0], pieces)
        starts = {j[0]: i for i, j in enumerate(places) if j}
        ends = {j[-1]: i for i, j in enumerate(places) if j}
        ids = splitter.tokens_to_ids(pieces)
        labels = np.zeros(len(ids))
        for start, end, label in row[1:]:
            if start in starts and end in ends:
                labels[starts[start]] = category_ids["B-" + label]
                labels[starts[start] + 1 : ends[end] + 1] = category_ids["I-" + label]
        all_ids.append(ids)
        all_labels.append(labels)
    all_ids = torch.tensor(sequence_padding(all_ids), dtype=torch.long, device=gpu)  # wanted
    all_labels = torch.tensor(sequence_padding(all_labels), dtype=torch.long, device=gpu)  # wanted
    return all_ids, all_labels


rows = DataLoader(
    Entities("ner/train.txt"), batch_size=rows_each, shuffle=True, collate_fn=to_batch, num_workers=4
)


class EntityModel(BaseModel):
    def __init__(self):
        super().__init__()
        self.bert = build_transformer_model(config_path=config_file, checkpoint_path=weights_file)
        self.fc = nn.Linear(768, len(categories))
        self.crf = CRF(len(categories))

    def forward(self, ids_in):
        sequence = self.bert([ids_in])
        mask = ids_in.gt(0).long()
        return self.fc(sequence), mask


class EntityLoss(nn.Module):
    def forward(self, outputs, labels):
        emission, mask = outputs
        return model.crf(emission, mask, labels)


model = EntityModel().to(gpu)
model.compile(loss=EntityLoss(), optimizer=optim.Adam(model.parameters(), lr=2e-5))
model.fit(rows, epochs=20, steps_per_epoch=None)
