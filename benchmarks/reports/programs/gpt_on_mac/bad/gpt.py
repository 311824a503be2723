import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(b, t, c))


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = SelfAttention(width, heads)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm_1(x))
        return x + self.mlp(self.norm_2(x))


class GPT(nn.Module):
    def __init__(self, s, vocab=96):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocab, s.n_embd), nn.Embedding(s.block_size, s.n_embd)
        self.layers = nn.Sequential(*(Layer(s.n_embd, s.n_head) for _ in range(s.n_layer)))
        self.norm, self.head = nn.LayerNorm(s.n_embd), nn.Linear(s.n_embd, vocab, bias=False)

    def forward(self, x, targets):
        positions = torch.arange(x.size(1), device=x.device)
        logits = self.head(self.norm(self.layers(self.tokens(x) + self.positions(positions))))
        return logits, F.cross_entropy(logits.flatten(0, 1), targets.flatten())
