import argparse

import torch

from filters import FFT, Biquad, InverseFFT, Shell

parser = argparse.ArgumentParser()
parser.add_argument("--nfft", type=int, default=512)
parser.add_argument("--steps", type=int, default=3)
args = parser.parse_args()

core = Biquad(size=(1, 1), n_sections=4, nfft=args.nfft, fs=48000)
model = Shell(core=core, input_layer=FFT(args.nfft), output_layer=InverseFFT(args.nfft)).to("cuda")
impulse = torch.zeros(1, args.nfft, 1)
impulse[:, 0] = 1
target = torch.hann_window(args.nfft).view(1, -1, 1)
impulse, target = impulse.cuda(), target.cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(args.steps):
    optimizer.zero_grad()
    loss = (model(impulse) - target).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
