import time

import torch
import torch.nn.functional as F

from common import compute_init
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
def sample_next_token(logits, rng, temperature=1.0, top_k=None):
    if temperature == 0.0:
        return torch.argmax(logits, dim=-1, keepdim=True)
    if top_k is not None:
        vals, idx = torch.topk(logits, min(top_k, logits.size(-1)), dim=-1)
        return idx.gather(1, torch.multinomial(F.softmax(vals / temperature, dim=-1), 1, generator=rng))
    return torch.multinomial(F.softmax(logits / temperature, dim=-1), 1, generator=rng)


class Engine:
    """Continues a list of tokens, and computes each position once."""

    def __init__(self, model):
        self.model = model

    @torch.inference_mode()
    def generate(self, tokens, max_tokens, temperature=1.0, top_k=None, seed=42):
        device = self.model.get_device()
        rng = torch.Generator(device=device)
        rng.manual_seed(seed)
        cache = KVCache()
        ids = torch.tensor([tokens], dtype=torch.long, device=device)
        for _ in range(max_tokens):
            ids = sample_next_token(self.model(ids, cache)[:, -1, :], rng, temperature, top_k)
            yield ids.item()


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()
    elif device.type == "mps":
        torch.mps.synchronize()


if __name__ == "__main__":
    device = compute_init()
    model = GPT().to(device).eval()
    prompt_tokens = [3, 14, 15, 9, 26, 5]
    kwargs = dict(max_tokens=32)
    generated_tokens = []
    synchronize(device)
    t0 = time.time()
    for token in model.generate(prompt_tokens, **kwargs):
        generated_tokens.append(token)
    synchronize(device)
    t1 = time.time()
    print(f"Reference time: {t1 - t0:.2f}s")
    reference = generated_tokens
    generated_tokens = []
    engine = Engine(model)
    synchronize(device)
    t0 = time.time()
    for token in engine.generate(prompt_tokens, temperature=0.0, **kwargs):
        generated_tokens.append(token)
    synchronize(device)
    t1 = time.time()
    print(f"Engine time: {t1 - t0:.2f}s")
    print(f"Match: {reference == generated_tokens}")
