"""Programs that apply networks of x-transformers on a GPU."""

import torch
from torch import nn
from x_transformers import ContinuousTransformerWrapper, Decoder, Encoder, TransformerWrapper


def bad_tokens_stay_behind():
    model = TransformerWrapper(num_tokens=20, max_seq_len=8, attn_layers=Decoder(dim=64, depth=1, heads=1)).cuda()
    tokens = torch.randint(0, 20, (2, 8))
    return model(tokens)  # wanted


def ok_tokens_stay_behind():
    model = TransformerWrapper(num_tokens=20, max_seq_len=8, attn_layers=Decoder(dim=64, depth=1, heads=1)).cuda()
    tokens = torch.randint(0, 20, (2, 8)).cuda()
    return model(tokens)


def bad_network_stays_behind(device):
    layers = Decoder(dim=64, depth=1, heads=1)
    model = ContinuousTransformerWrapper(dim_in=4, dim_out=4, max_seq_len=8, attn_layers=layers)  # or here
    series = torch.randn(2, 8, 4).to(device)
    return nn.functional.mse_loss(model(series), series)  # wanted


def ok_network_stays_behind(device):
    layers = Decoder(dim=64, depth=1, heads=1)
    model = ContinuousTransformerWrapper(dim_in=4, dim_out=4, max_seq_len=8, attn_layers=layers).to(device)
    series = torch.randn(2, 8, 4).to(device)
    return nn.functional.mse_loss(model(series), series), layers(torch.randn(2, 8, 64).to(device))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 64)
        self.encoder = Encoder(dim=64, depth=1, heads=1)
        self.tags = nn.Linear(64, 3)

    def forward(self, words):
        return self.tags(self.encoder(self.words(words)))


def bad_tags_become_an_array(device):
    tagger = Tagger().to(device)
    words = torch.randint(0, 30, (2, 5), device=device)
    return tagger(words).argmax(dim=-1).numpy()  # wanted


def ok_tags_become_an_array(device):
    tagger = Tagger().to(device)
    words = torch.randint(0, 30, (2, 5), device=device)
    return tagger(words).argmax(dim=-1).cpu().numpy()
