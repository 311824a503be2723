import glob
import os
from functools import partial

import librosa
import numpy as np
import soundfile as sf
import torch
import torch.nn as nn
import torch.nn.functional as F
from torchaudio.transforms import MelScale, Spectrogram
from tqdm import tqdm

hop = 256
sr = 44100
min_level_db = -100
ref_level_db = 20
shape = 128
audio_directory = "sounds/"

torch.set_default_tensor_type("torch.cuda.FloatTensor")

specobj = Spectrogram(n_fft=4 * hop, win_length=4 * hop, hop_length=hop, pad=0, power=2, normalized=False)
specfunc = specobj.forward
melobj = MelScale(n_mels=hop, sample_rate=sr, f_min=0.0, n_stft=513)
melfunc = melobj.forward

torch.cuda.set_device(1)


def melspecfunc(waveform):
    specgram = specfunc(waveform)  # wanted
    mel_specgram = melfunc(specgram)
    return mel_specgram


def spectral_convergence(input, target):
    return 20 * ((input - target).norm().log10() - target.norm().log10())


def GRAD(spec, transform_fn, samples=None, init_x0=None, maxiter=100, tol=1e-6, verbose=1, evaiter=10, lr=0.003):
    spec = torch.Tensor(spec)
    samples = (spec.shape[-1] * hop) - hop
    if init_x0 is None:
        init_x0 = spec.new_empty((1, samples)).normal_(std=1e-6)
    x = nn.Parameter(init_x0)
    T = spec
    criterion = nn.L1Loss()
    optimizer = torch.optim.Adam([x], lr=lr)
    bar_dict = {}
    with tqdm(total=maxiter, disable=not verbose) as pbar:
        for i in range(maxiter):
            optimizer.zero_grad()
            V = transform_fn(x)
            loss = criterion(V, T)
            loss.backward()
            optimizer.step()
            if i % evaiter == evaiter - 1:
                with torch.no_grad():
                    bar_dict["convergence"] = spectral_convergence(transform_fn(x), spec).item()
                    pbar.set_postfix(**bar_dict)
            pbar.update()
    return x.detach().view(-1).cpu()


def normalize(S):
    return np.clip((((S - min_level_db) / -min_level_db) * 2.0) - 1.0, -1, 1)


def denormalize(S):
    return (((np.clip(S, -1, 1) + 1.0) / 2.0) * -min_level_db) + min_level_db


def prep(wv, hop=192):
    S = np.array(torch.squeeze(melspecfunc(torch.Tensor(wv).view(1, -1))).detach().cpu())
    S = librosa.power_to_db(S) - ref_level_db
    return normalize(S)


def deprep(S):
    S = denormalize(S) + ref_level_db
    S = librosa.db_to_power(S)
    wv = GRAD(np.expand_dims(S, 0), melspecfunc, maxiter=200, evaiter=10, tol=1e-8)
    return np.array(np.squeeze(wv))


def tospec(data):
    specs = np.empty(data.shape[0], dtype=object)
    for i in range(data.shape[0]):
        x = data[i]
        S = prep(x)
        S = np.array(S, dtype=np.float32)
        specs[i] = np.expand_dims(S, -1)
    return specs


def audio_array(path):
    ls = glob.glob(os.path.join(path, "*.wav"))
    waves = np.empty(len(ls), dtype=object)
    for i, name in enumerate(ls):
        waves[i] = librosa.load(name, sr=sr)[0]
    return waves


def splitcut(data, shape=shape):
    out = []
    for spec in data:
        for i in range(spec.shape[1] // shape):
            out.append(spec[:, i * shape : (i + 1) * shape, :])
    return np.array(out)


awv = audio_array(audio_directory)
aspec = tospec(awv)
adata = splitcut(aspec)
print(np.shape(adata))
sf.write("back.wav", deprep(aspec[0][..., 0]), sr)
