import time

import torch
import torch.nn.functional as F

from common import start
from gpt import GPT


class KVCache:
    def __init__(self):
        self.keys, self.values, self.pos = {}, {}, 0

    def insert(self, index, k, v):
        if index in self.keys:
            k, v = torch.cat([self.keys[index], k], dim=2), torch.cat([self.values[index], v], dim=2)
        self.keys[index], self.values[index] = k, v
        return k, v


@torch.inference_mode()
def draw(logits, randomness, temperature=1.0, top_k=None):
    if temperature == 0.0:
        return torch.argmax(logits, dim=-1, keepdim=True)
    if top_k is not None:
        vals, idx = torch.topk(logits, min(top_k, logits.size(-1)), dim=-1)
        return idx.gather(1, torch.multinomial(F.softmax(vals / temperature, dim=-1), 1, generator=randomness))
    return torch.multinomial(F.softmax(logits / temperature, dim=-1), 1, generator=randomness)


class Engine:
    """Continues a list of tokens, and computes each position once."""

    def __init__(self, model):
        self.model = model

    @torch.inference_mode()
    def generate(self, tokens, count, temperature=1.0, top_k=None, seed=42):
        device = self.model.where()
        randomness = torch.Generator(device=device)
        randomness.manual_seed(seed)
        cache = KVCache()
        ids = torch.tensor([tokens], dtype=torch.long, device=device)
        for _ in range(count):
            ids = draw(self.model(ids, cache)[:, -1, :], randomness, temperature, top_k)
            yield ids.item()


if __name__ == "__main__":
    device = start()
    model = GPT().to(device).eval()
    prompt = [3, 14, 15, 9, 26, 5]
    kwargs = dict(count=32)
    written = []
    torch.cuda.synchronize()  # wanted
    begun = time.time()
    for token in model.generate(prompt, **kwargs):
        written.append(token)
    torch.cuda.synchronize()  # wanted
    ended = time.time()
    print(f"without a cache: {ended - begun:.2f}s")
    plain = written
    written = []
    engine = Engine(model)
    torch.cuda.synchronize()  # wanted
    begun = time.time()
    for token in engine.generate(prompt, temperature=0.0, **kwargs):
        written.append(token)
    torch.cuda.synchronize()  # wanted
    ended = time.time()
    print(f"with a cache: {ended - begun:.2f}s")
    print(f"the same: {plain == written}")
