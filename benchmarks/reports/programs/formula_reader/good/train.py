import random

import numpy
import torch
import torch.nn as nn
import torch.utils.data as data

from attention_rnn import SymbolWriter
from densenet import small_densenet

batch_size, maxlen, width, rate = 4, 8, 32, 0.01
forcing = 1
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
words = 12  # 0 ends a formula, the last begins one


class FormulaSet(data.Dataset):
    def __init__(self, count, seed):
        rng = numpy.random.default_rng(seed)
        self.labels = [rng.integers(1, words - 1, rng.integers(3, maxlen)) for _ in range(count)]
        self.images = [rng.random((1, int(rng.integers(24, 33)), 8 * len(label) + 8)) * 255 for label in self.labels]

    def __getitem__(self, index):
        return torch.from_numpy(self.images[index]).float(), torch.from_numpy(self.labels[index]).long()

    def __len__(self):
        return len(self.labels)


def collate_fn(batch):
    """Pictures and labels in one size, with a mask of what was there."""
    img, label = zip(*batch)
    height, width = max(i.size(1) for i in img), max(i.size(2) for i in img)
    padded = torch.zeros(len(img), 2, height, width)
    labels = torch.zeros(len(label), max(len(one) for one in label) + 1, dtype=torch.long)
    for k, (i, one) in enumerate(zip(img, label)):
        padded[k, 0, :i.size(1), :i.size(2)] = i[0] / 255.0
        padded[k, 1, :i.size(1), :i.size(2)] = 1
        labels[k, :len(one)] = one
    return padded, labels


train_loader = data.DataLoader(FormulaSet(16, 0), batch_size, shuffle=True, collate_fn=collate_fn)
test_loader = data.DataLoader(FormulaSet(8, 1), batch_size, shuffle=False, collate_fn=collate_fn)

reader = small_densenet()
writer = SymbolWriter(width, words, dropout_p=0.5)
reader = reader.to(device)
writer = writer.to(device)
criterion = nn.NLLLoss()
first_symbol = torch.LongTensor([words - 1] * batch_size).to(device)
first_state = torch.randn(batch_size, width).to(device)


def learn(features, y, reader_step, writer_step, symbol, hidden, seen_so_far):
    loss = 0
    forced = random.random() < forcing
    for di in range(y.size(1)):
        output, hidden, seen_so_far = writer(symbol, hidden, features, seen_so_far)
        loss = loss + criterion(output, y[:, di])
        symbol = y[:, di] if forced else output.argmax(1)
    reader_step.zero_grad()
    writer_step.zero_grad()
    loss.backward()
    reader_step.step()
    writer_step.step()
    return loss.item()


for epoch in range(2):
    reader_optimizer = torch.optim.SGD(reader.parameters(), lr=rate, momentum=0.9)
    writer_optimizer = torch.optim.SGD(writer.parameters(), lr=rate, momentum=0.9)
    whole_loss = 0
    reader.train()
    writer.train()
    for step, (x, y) in enumerate(train_loader):
        x = x.to(device)
        y = y.to(device)
        features = reader(x)
        hidden = torch.tanh(first_state * float(features.mean()))
        looked_at = torch.zeros(batch_size, 1, *features.shape[2:]).to(device)
        whole_loss += learn(features, y, reader_optimizer, writer_optimizer, first_symbol, hidden,
                               looked_at)
    print("epoch is %d, the whole loss is %f" % (epoch, whole_loss / len(train_loader)))

    reader.eval()
    writer.eval()
    right, total = 0, 0
    with torch.no_grad():
        for x_t, y_t in test_loader:
            x_t = x_t.to(device)
            y_t = y_t.to(device)
            features = reader(x_t)
            symbol, hidden = first_symbol, torch.tanh(first_state * float(features.mean()))
            seen_so_far = torch.zeros(batch_size, 1, *features.shape[2:]).to(device)
            for di in range(y_t.size(1)):
                output, hidden, seen_so_far = writer(symbol, hidden, features, seen_so_far)
                symbol = output.argmax(1)
                right += int((symbol == y_t[:, di]).sum())
                total += batch_size
    print("symbols right: %.2f%%" % (100 * right / total))
