import math
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

# --- settings ----------------------------------------------------------------
batch_size = 4
block_size = 16
n_embd = 32
lr = 1e-3
steps = 5
device = "cuda" if torch.cuda.is_available() else "cpu"
text = "to be or not to be that is the question whether tis nobler in the mind to suffer " * 8
# -----------------------------------------------------------------------------
chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
itos = {i: c for c, i in stoi.items()}
data = torch.tensor([stoi[c] for c in text])


class GroupedLinear(nn.Module):
    """A linear layer with a block diagonal weight."""

    def __init__(self, n_in, n_out, blocks, bias=True):
        super().__init__()
        assert n_in % blocks == 0
        self.blocks = nn.ModuleList([nn.Linear(n_in // blocks, n_out // blocks, bias=bias) for _ in range(blocks)])

    def forward(self, x):
        parts = x.chunk(len(self.blocks), dim=-1)
        return torch.cat([b(p) for b, p in zip(self.blocks, parts)], dim=-1)


class ScalarBlock(nn.Module):
    def __init__(self, x_example, depth, dropout=0.1):
        super().__init__()
        size = x_example.shape[2]
        self.ln = nn.LayerNorm(size)
        self.drop = nn.Dropout(dropout)
        self.i_gate = GroupedLinear(size, size, depth)
        self.f_gate = GroupedLinear(size, size, depth)
        self.o_gate = GroupedLinear(size, size, depth)
        self.z_gate = GroupedLinear(size, size, depth)
        self.ri = GroupedLinear(size, size, depth, bias=False)
        self.rf = GroupedLinear(size, size, depth, bias=False)
        self.ro = GroupedLinear(size, size, depth, bias=False)
        self.rz = GroupedLinear(size, size, depth, bias=False)
        self.ln_i, self.ln_f = nn.LayerNorm(size), nn.LayerNorm(size)
        self.ln_c, self.ln_h = nn.LayerNorm(size), nn.LayerNorm(size)
        self.proj = nn.Linear(size, size)
        self.register_buffer("nt_1", torch.zeros(1, 1, size))
        self.register_buffer("ct_1", torch.zeros(1, 1, size))
        self.register_buffer("ht_1", torch.zeros(1, 1, size))
        self.reset(x_example)

    def reset(self, x):
        self.nt_1 = torch.zeros(1, 1, x.shape[2], device=x.device)
        self.ct_1 = torch.zeros(1, 1, x.shape[2], device=x.device)
        self.ht_1 = torch.zeros(1, 1, x.shape[2], device=x.device)

    def forward(self, x):
        x = self.drop(self.ln(x))
        h = self.ht_1
        i = torch.sigmoid(self.ln_i(self.i_gate(x) + self.ri(h)))
        f = torch.sigmoid(self.ln_f(self.f_gate(x) + self.rf(h)))
        o = torch.sigmoid(self.o_gate(x) + self.ro(h))
        z = torch.tanh(self.z_gate(x) + self.rz(h))
        c = f * self.ct_1 + i * z
        n = f * self.nt_1 + i
        out = o * self.ln_h(c / n.clamp(min=1e-3))
        self.ct_1 = c.mean([0, 1], keepdim=True).detach()
        self.nt_1 = n.mean([0, 1], keepdim=True).detach()
        self.ht_1 = out.mean([0, 1], keepdim=True).detach()
        return self.proj(out)


class Stack(nn.Module):
    def __init__(self, layers, x_example, depth=4):
        super().__init__()
        self.layers = nn.ModuleList([ScalarBlock(x_example, depth) for _ in range(layers)])

    def init_states(self, x):
        for layer in self.layers:
            layer.reset(x)

    def forward(self, x):
        for layer in self.layers:
            x = x + layer(x)
        return x


class CharModel(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.emb = nn.Embedding(vocab, n_embd)
        self.pos = nn.Embedding(block_size, n_embd)
        self.body = Stack(2, torch.zeros(batch_size, block_size, n_embd))
        self.head = nn.Linear(n_embd, vocab)

    def forward(self, idx, targets=None):
        pos = self.pos(torch.arange(idx.shape[1], device=idx.device))
        x = self.body(self.emb(idx) + pos)
        logits = self.head(x)
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(-1, logits.shape[-1]), targets.view(-1))


def get_batch():
    ix = torch.randint(len(data) - block_size - 1, (batch_size,)).tolist()
    x = torch.stack([data[i:i + block_size] for i in ix])
    y = torch.stack([data[i + 1:i + block_size + 1] for i in ix])
    return x.to(device), y.to(device)


@torch.no_grad()
def sample(model, n=20):
    model.eval()
    idx = torch.zeros((1, 1), dtype=torch.long, device=device)
    for _ in range(n):
        logits, _ = model(idx[:, -block_size:])
        nxt = torch.multinomial(F.softmax(logits[:, -1, :], dim=-1), 1)
        idx = torch.cat((idx, nxt), dim=1)
    model.train()
    return "".join(itos[i] for i in idx[0].tolist())


model = CharModel(len(chars))
model = model.to(device)
print(sum(p.numel() for p in model.parameters()), "parameters")
optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
t0 = time.time()
for step in range(steps):
    xb, yb = get_batch()
    logits, loss = model(xb, yb)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.4f} ppl {math.exp(loss.item()):.2f}")
print(sample(model), f"{time.time() - t0:.1f}s")
