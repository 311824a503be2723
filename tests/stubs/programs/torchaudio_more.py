import torch
import torch.nn as nn
import torchaudio
import torchaudio.functional as AF
import torchaudio.transforms as T
from torchaudio.models import Conformer, Wav2Letter, wav2vec2_base
from torch.utils.data import DataLoader, Dataset


class Tones(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.randn(1, 4000), index % 2


class KeywordsLeft(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(T.MelSpectrogram(16000, n_mels=16), T.AmplitudeToDB())
        self.classify = nn.Linear(16, 2)

    def forward(self, waveform):
        spectrum = self.features(waveform).squeeze(1)  # wanted
        return self.classify(spectrum.mean(dim=-1))


def bad_waveforms_of_a_loader():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = KeywordsLeft().to(device)
    for waveform, label in DataLoader(Tones(), batch_size=2):
        label = label.to(device)
        loss = nn.functional.cross_entropy(model(waveform), label)
        loss.backward()


class KeywordsRight(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(T.MelSpectrogram(16000, n_mels=16), T.AmplitudeToDB())
        self.classify = nn.Linear(16, 2)

    def forward(self, waveform):
        spectrum = self.features(waveform).squeeze(1)
        return self.classify(spectrum.mean(dim=-1))


def ok_waveforms_of_a_loader():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = KeywordsRight().to(device)
    for waveform, label in DataLoader(Tones(), batch_size=2):
        label = label.to(device)
        waveform = waveform.to(device)
        loss = nn.functional.cross_entropy(model(waveform), label)
        loss.backward()


def bad_recogniser_of_the_library(waveform=None):
    model = wav2vec2_base(aux_num_out=29).to("cuda").eval()
    waveform = torch.randn(1, 16000) if waveform is None else waveform
    waveform = AF.resample(waveform, 16000, 16000)
    with torch.inference_mode():
        emission, _ = model(waveform)  # wanted
    return emission.argmax(dim=-1)


def ok_recogniser_of_the_library(waveform=None):
    model = wav2vec2_base(aux_num_out=29).to("cuda").eval()
    waveform = torch.randn(1, 16000) if waveform is None else waveform
    waveform = AF.resample(waveform, 16000, 16000)
    with torch.inference_mode():
        emission, _ = model(waveform.to("cuda"))
    return emission.argmax(dim=-1)


def bad_transform_is_not_moved():
    device = torch.device("cuda")
    mfcc = T.MFCC(sample_rate=16000, n_mfcc=13, melkwargs={"n_mels": 20})
    model = nn.GRU(13, 8, batch_first=True).to(device)
    waveform = torch.randn(2, 4000).to(device)
    coefficients = mfcc(waveform).transpose(1, 2)  # wanted
    return model(coefficients)[1]


def ok_transform_is_not_moved():
    device = torch.device("cuda")
    mfcc = T.MFCC(sample_rate=16000, n_mfcc=13, melkwargs={"n_mels": 20}).to(device)
    model = nn.GRU(13, 8, batch_first=True).to(device)
    waveform = torch.randn(2, 4000).to(device)
    coefficients = mfcc(waveform).transpose(1, 2)
    return model(coefficients)[1]


def bad_lengths_of_a_conformer():
    conformer = Conformer(input_dim=16, num_heads=2, ffn_dim=16, num_layers=1, depthwise_conv_kernel_size=3).to("cuda")
    mask = T.FrequencyMasking(4)
    spectra = mask(torch.rand(2, 16, 20).cuda()).transpose(1, 2)
    lengths = torch.tensor([20, 12])
    return conformer(spectra, lengths)[0]  # wanted


def ok_lengths_of_a_conformer():
    conformer = Conformer(input_dim=16, num_heads=2, ffn_dim=16, num_layers=1, depthwise_conv_kernel_size=3).to("cuda")
    mask = T.FrequencyMasking(4)
    spectra = mask(torch.rand(2, 16, 20).cuda()).transpose(1, 2)
    lengths = torch.tensor([20, 12]).cuda()
    return conformer(spectra, lengths)[0]
