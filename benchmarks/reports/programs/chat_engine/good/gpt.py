import torch
import torch.nn as nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width, bias=False), nn.ReLU(),
                                 nn.Linear(4 * width, width, bias=False))

    def forward(self, x, cache, index):
        b, t, c = x.shape
        q, k, v = self.qkv(F.layer_norm(x, (c,))).view(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        if cache is not None:
            k, v = cache.insert(index, k, v)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
        x = x + self.out(y.transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(F.layer_norm(x, (c,)))


class GPT(nn.Module):
    def __init__(self, vocab=64, width=32, heads=4, layers=2, length=64):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocab, width), nn.Embedding(length, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.head = nn.Linear(width, vocab, bias=False)

    def where(self):
        return self.tokens.weight.device

    def forward(self, ids, cache=None):
        start = cache.pos if cache is not None else 0
        x = self.tokens(ids) + self.positions(torch.arange(start, start + ids.size(1), device=ids.device))
        for index, layer in enumerate(self.layers):
            x = layer(x, cache, index)
        if cache is not None:
            cache.pos += ids.size(1)
        return self.head(F.layer_norm(x, (x.size(-1),)))

    @torch.inference_mode()
    def generate(self, tokens, count):
        ids = torch.tensor([tokens], dtype=torch.long, device=self.where())
        for _ in range(count):
            following = self(ids)[:, -1].argmax(-1, keepdim=True)
            ids = torch.cat([ids, following], dim=1)
            yield following.item()
