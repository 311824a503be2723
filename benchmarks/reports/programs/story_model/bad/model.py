import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class Block(nn.Module):
    def __init__(self, dim, heads, max_seq_len):
        super().__init__()
        self.heads = heads
        self.norm_1, self.norm_2 = RMSNorm(dim), RMSNorm(dim)
        self.qkv, self.out = nn.Linear(dim, 3 * dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.w1, self.w2, self.w3 = (nn.Linear(dim, 2 * dim, bias=False), nn.Linear(2 * dim, dim, bias=False),
                                     nn.Linear(dim, 2 * dim, bias=False))

    def forward(self, x, cos, sin):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm_1(x)).view(b, t, 3, self.heads, d // self.heads).unbind(2)
        q, k = self.rotate(q, cos, sin), self.rotate(k, cos, sin)
        y = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, d))
        h = self.norm_2(x)
        return x + self.w2(F.silu(self.w1(h)) * self.w3(h))

    @staticmethod
    def rotate(x, cos, sin):
        even, odd = x[..., ::2], x[..., 1::2]
        cos, sin = cos[None, :, None], sin[None, :, None]
        return torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)


class Storyteller(nn.Module):
    def __init__(self, vocab_size, dim, n_layers, n_heads, max_seq_len):
        super().__init__()
        self.table = nn.Embedding(vocab_size, dim)
        self.layers = nn.ModuleList(Block(dim, n_heads, max_seq_len) for _ in range(n_layers))
        self.norm, self.output = RMSNorm(dim), nn.Linear(dim, vocab_size, bias=False)
        self.output.weight = self.table.weight
        angles = torch.outer(torch.arange(max_seq_len).float(),
                             1.0 / 10000 ** (torch.arange(0, dim // n_heads, 2).float() / (dim // n_heads)))
        self.register_buffer("freqs_cos", angles.cos(), persistent=False)
        self.register_buffer("freqs_sin", angles.sin(), persistent=False)
        nn.init.normal_(self.table.weight, std=0.02 / math.sqrt(2 * n_layers))

    def forward(self, tokens, targets):
        h = self.table(tokens)
        for layer in self.layers:
            h = layer(h, self.freqs_cos[:tokens.size(1)], self.freqs_sin[:tokens.size(1)])
        logits = self.output(self.norm(h))
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
