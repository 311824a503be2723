"""Programs that compute features of sound on a GPU with torchaudio."""

import torch
import torchaudio
import torchaudio.functional as F
import torchaudio.transforms as T
from torch import nn


def bad_spectrogram_transform_is_not_moved(device):
    waveform = torch.randn(1, 800).to(device)
    to_mel = T.MelSpectrogram(sample_rate=8000, n_fft=64, n_mels=8)
    classifier = nn.Linear(8, 2).to(device)
    mel = to_mel(waveform)  # wanted
    return classifier(mel.mean(dim=-1))


def ok_spectrogram_transform_is_not_moved(device):
    waveform = torch.randn(1, 800).to(device)
    to_mel = T.MelSpectrogram(sample_rate=8000, n_fft=64, n_mels=8).to(device)
    classifier = nn.Linear(8, 2).to(device)
    mel = to_mel(waveform)
    return classifier(mel.mean(dim=-1))


class PlainFilterBank(nn.Module):
    """A front end that keeps its filter bank as a plain tensor."""

    def __init__(self):
        super().__init__()
        self.spectrogram = T.Spectrogram(n_fft=64)
        self.filters = F.melscale_fbanks(33, f_min=0.0, f_max=4000.0, n_mels=8, sample_rate=8000)

    def forward(self, waveform):
        power = self.spectrogram(waveform).transpose(-1, -2)
        return (power @ self.filters).clamp(min=1e-5).log()  # wanted


class BufferedFilterBank(nn.Module):
    """A front end that keeps its filter bank as a buffer."""

    def __init__(self):
        super().__init__()
        self.spectrogram = T.Spectrogram(n_fft=64)
        filters = F.melscale_fbanks(33, f_min=0.0, f_max=4000.0, n_mels=8, sample_rate=8000)
        self.register_buffer("filters", filters)

    def forward(self, waveform):
        power = self.spectrogram(waveform).transpose(-1, -2)
        return (power @ self.filters).clamp(min=1e-5).log()


def bad_filter_bank_is_no_buffer(device):
    front_end = PlainFilterBank().to(device)
    return front_end(torch.randn(2, 400, device=device))


def ok_filter_bank_is_no_buffer(device):
    front_end = BufferedFilterBank().to(device)
    return front_end(torch.randn(2, 400, device=device))


def bad_resampler_is_made_per_batch():
    model = torchaudio.models.wav2vec2_model(
        extractor_mode="group_norm",
        extractor_conv_layer_config=[(4, 10, 5)],
        extractor_conv_bias=False,
        encoder_embed_dim=4,
        encoder_projection_dropout=0.0,
        encoder_pos_conv_kernel=2,
        encoder_pos_conv_groups=2,
        encoder_num_layers=1,
        encoder_num_heads=2,
        encoder_attention_dropout=0.0,
        encoder_ff_interm_features=4,
        encoder_ff_interm_dropout=0.0,
        encoder_dropout=0.0,
        encoder_layer_norm_first=False,
        encoder_layer_drop=0.0,
        aux_num_out=5,
    ).cuda()
    for batch in [torch.randn(1, 441), torch.randn(1, 441)]:
        batch = batch.cuda()
        batch = T.Resample(44100, 16000)(batch)  # wanted
        model.eval()(batch)


def ok_resampler_is_made_per_batch():
    model = torchaudio.models.wav2vec2_model(
        extractor_mode="group_norm",
        extractor_conv_layer_config=[(4, 10, 5)],
        extractor_conv_bias=False,
        encoder_embed_dim=4,
        encoder_projection_dropout=0.0,
        encoder_pos_conv_kernel=2,
        encoder_pos_conv_groups=2,
        encoder_num_layers=1,
        encoder_num_heads=2,
        encoder_attention_dropout=0.0,
        encoder_ff_interm_features=4,
        encoder_ff_interm_dropout=0.0,
        encoder_dropout=0.0,
        encoder_layer_norm_first=False,
        encoder_layer_drop=0.0,
        aux_num_out=5,
    ).cuda()
    for batch in [torch.randn(1, 441), torch.randn(1, 441)]:
        batch = batch.cuda()
        batch = F.resample(batch, 44100, 16000)
        model.eval()(batch)


def bad_noise_of_the_home_is_added_to_speech(device):
    speech = torch.randn(1, 200, device=device)
    noise = torch.randn(1, 200)
    snr = torch.tensor([10.0], device=device)
    return F.add_noise(speech, noise, snr)  # wanted


def ok_noise_of_the_home_is_added_to_speech(device):
    speech = torch.randn(1, 200, device=device)
    noise = torch.randn_like(speech)
    snr = torch.tensor([10.0], device=device)
    return F.add_noise(speech, noise, snr)
