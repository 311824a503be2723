import argparse

import torch

from config import BATCH_SIZE, DEVICE, LEARNING_RATE, MAX_ITERS
from data_loader import get_batch, load_dataset
from model import GPT


def main(args):
    train, val, vocab_size = load_dataset("the quick brown fox jumps over the lazy dog " * 20)
    model = GPT(vocab_size).to(args.device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    for i in range(args.iters):
        x, y = get_batch(train, BATCH_SIZE, args.device)
        logits, loss = model(x, y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(i, loss.item())
    print(model.generate(torch.zeros((1, 1), dtype=torch.long, device=args.device), 5))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", type=str, default="cuda:1", help="for example cuda:0")
    parser.add_argument("--iters", type=int, default=MAX_ITERS)
    main(parser.parse_args())
