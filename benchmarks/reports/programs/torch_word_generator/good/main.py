import argparse

import torch
from model import TransformerModel

parser = argparse.ArgumentParser(description="Language model")
parser.add_argument("--save", type=str, default="model.pt")
parser.add_argument("--cuda", action="store_true", default=False, help="use CUDA")
parser.add_argument("--mps", action="store_true", default=False, help="enables macOS GPU training")
args = parser.parse_args()
if args.mps:
    device = torch.device("mps")
else:
    device = torch.device("cuda" if args.cuda else "cpu")

model = TransformerModel(50, 16, 2, 32, 2).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = torch.nn.NLLLoss()
data = torch.randint(50, (9, 4)).to(device)
for i in range(2):
    loss = criterion(model(data[:-1]).view(-1, 50), data[1:].view(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with open(args.save, "wb") as f:
    torch.save(model, f)
