import random

import numpy
import torch
import torch.nn as nn
import torch.utils.data as data

from attention_rnn import AttnDecoderRNN
from densenet import densenet_small

batch_size, maxlen, hidden_size, lr_rate = 4, 8, 32, 0.01
teacher_forcing_ratio = 1
gpu = [0]
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

encoder = densenet_small()
attn_decoder1 = AttnDecoderRNN(hidden_size, words, dropout_p=0.5)
encoder = encoder.cuda()  # wanted
attn_decoder1 = attn_decoder1.cuda()  # wanted
criterion = nn.NLLLoss()
decoder_input_init = torch.LongTensor([words - 1] * batch_size).cuda()  # wanted
decoder_hidden_init = torch.randn(batch_size, hidden_size).cuda()  # wanted


def my_train(features, y, encoder_optimizer, decoder_optimizer, decoder_input, hidden, attention_sum):
    loss = 0
    forced = random.random() < teacher_forcing_ratio
    for di in range(y.size(1)):
        output, hidden, attention_sum = attn_decoder1(decoder_input, hidden, features, attention_sum)
        loss = loss + criterion(output, y[:, di])
        decoder_input = y[:, di] if forced else output.argmax(1)
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    loss.backward()
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item()


for epoch in range(2):
    encoder_optimizer1 = torch.optim.SGD(encoder.parameters(), lr=lr_rate, momentum=0.9)
    decoder_optimizer1 = torch.optim.SGD(attn_decoder1.parameters(), lr=lr_rate, momentum=0.9)
    whole_loss = 0
    encoder.train()
    attn_decoder1.train()
    for step, (x, y) in enumerate(train_loader):
        x = x.cuda()  # wanted
        y = y.cuda()  # wanted
        features = encoder(x)
        hidden = torch.tanh(decoder_hidden_init * float(features.mean()))
        attention_sum_init = torch.zeros(batch_size, 1, *features.shape[2:]).cuda()  # wanted
        whole_loss += my_train(features, y, encoder_optimizer1, decoder_optimizer1, decoder_input_init, hidden,
                               attention_sum_init)
    print("epoch is %d, the whole loss is %f" % (epoch, whole_loss / len(train_loader)))

    encoder.eval()
    attn_decoder1.eval()
    right, total = 0, 0
    with torch.no_grad():
        for x_t, y_t in test_loader:
            x_t = x_t.cuda()  # wanted
            y_t = y_t.cuda()  # wanted
            features = encoder(x_t)
            decoder_input, hidden = decoder_input_init, torch.tanh(decoder_hidden_init * float(features.mean()))
            attention_sum = torch.zeros(batch_size, 1, *features.shape[2:]).cuda()  # wanted
            for di in range(y_t.size(1)):
                output, hidden, attention_sum = attn_decoder1(decoder_input, hidden, features, attention_sum)
                decoder_input = output.argmax(1)
                right += int((decoder_input == y_t[:, di]).sum())
                total += batch_size
    print("symbols right: %.2f%%" % (100 * right / total))
