import argparse

import torch

parser = argparse.ArgumentParser(description="Language model")
parser.add_argument("--checkpoint", type=str, default="./model.pt", help="model checkpoint to use")
parser.add_argument("--outf", type=str, default="generated.txt", help="output file for generated text")
parser.add_argument("--words", type=int, default=8, help="number of words to generate")
parser.add_argument("--seed", type=int, default=1111, help="random seed")
parser.add_argument("--cuda", action="store_true", help="use CUDA")
parser.add_argument("--temperature", type=float, default=1.0)
args = parser.parse_args()

torch.manual_seed(args.seed)
if torch.cuda.is_available():
    if not args.cuda:
        print("WARNING: You have a CUDA device, so you should probably run with --cuda.")

device = torch.device("cuda" if args.cuda else "cpu")  # wanted

with open(args.checkpoint, "rb") as f:
    model = torch.load(f, weights_only=False).to(device)  # wanted
model.eval()

ntokens = 50
input = torch.randint(ntokens, (1, 1), dtype=torch.long).to(device)
with open(args.outf, "w") as outf:
    with torch.no_grad():
        for i in range(args.words):
            output = model(input, has_mask=len(input) < 2)
            word_weights = output[-1].squeeze().div(args.temperature).exp().cpu()
            word_idx = torch.multinomial(word_weights, 1)[0]
            word_tensor = torch.Tensor([[word_idx]]).long().to(device)
            input = torch.cat([input, word_tensor], 0)
            outf.write(str(int(word_idx)) + ("\n" if i % 20 == 19 else " "))
