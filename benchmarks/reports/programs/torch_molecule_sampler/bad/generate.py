import os
import tempfile

import torch

from network import SmilesModel

vocabulary = {symbol: number for number, symbol in enumerate("$^CNO()=1")}
symbols = list(vocabulary)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.pt")
    torch.save(SmilesModel(vocabulary).network.state_dict(), path)
    model = SmilesModel.load_from_file(path, vocabulary, device="cpu")

sequences, nlls = model.sample(4)
for row, nll in zip(sequences.numpy(), nlls.tolist()):
    print("".join(symbols[i] for i in row if i > 1), round(nll, 2))
print(model.likelihood(sequences))
