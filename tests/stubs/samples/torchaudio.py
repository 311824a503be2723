"""Calls of what the stub of torchaudio describes."""

from __future__ import annotations

import torch
import torchaudio

from tests.stubs.sample import Sample

CONFORMER = {"input_dim": 8, "num_heads": 2, "ffn_dim": 8, "num_layers": 1, "depthwise_conv_kernel_size": 3}


def wave(device: str, length: int = 800) -> torch.Tensor:
    return torch.linspace(-0.9, 0.9, length, device=device).repeat(2, 1)


SAMPLES = [
    *(
        Sample(name, lambda device, rest=rest: {"waveform": wave(device), **rest})
        for name, rest in (
            ("torchaudio.functional.resample", {"orig_freq": 8000, "new_freq": 4000}),
            ("torchaudio.functional.gain", {}),
            ("torchaudio.functional.highpass_biquad", {"sample_rate": 8000, "cutoff_freq": 500.0}),
            ("torchaudio.functional.lowpass_biquad", {"sample_rate": 8000, "cutoff_freq": 500.0}),
        )
    ),
    Sample(
        "torchaudio.functional.amplitude_to_DB",
        lambda device: {"x": wave(device), "multiplier": 10.0, "amin": 1e-10, "db_multiplier": 0.0},
    ),
    Sample("torchaudio.functional.mu_law_encoding", lambda device: {"x": wave(device), "quantization_channels": 8}),
    Sample(
        "torchaudio.functional.mu_law_decoding",
        lambda device: {"x_mu": torch.arange(4, device=device), "quantization_channels": 8},
    ),
    Sample("torchaudio.functional.compute_deltas", lambda device: {"specgram": wave(device)}),
    Sample(
        "torchaudio.functional.add_noise",
        lambda device: {
            "waveform": wave(device),
            "noise": wave(device),
            "snr": torch.ones(2, device=device),
        },
    ),
    Sample("torchaudio.functional.fftconvolve", lambda device: {"x": wave(device), "y": wave(device, 4)}),
    Sample("torchaudio.functional.convolve", lambda device: {"x": wave(device), "y": wave(device, 4)}),
    *(
        Sample(name, lambda device, given=given: given)
        for name, given in (
            ("torchaudio.transforms.Resample", {"orig_freq": 8000, "new_freq": 4000}),
            ("torchaudio.transforms.Spectrogram", {}),
            ("torchaudio.transforms.InverseSpectrogram", {}),
            ("torchaudio.transforms.GriffinLim", {}),
            ("torchaudio.transforms.MelScale", {"n_mels": 8}),
            ("torchaudio.transforms.InverseMelScale", {"n_stft": 201, "n_mels": 8}),
            ("torchaudio.transforms.MelSpectrogram", {"n_mels": 8}),
            ("torchaudio.transforms.MFCC", {"n_mfcc": 8, "melkwargs": {"n_mels": 8}}),
            ("torchaudio.transforms.LFCC", {}),
            ("torchaudio.transforms.SpectralCentroid", {"sample_rate": 8000}),
            ("torchaudio.transforms.TimeStretch", {}),
            ("torchaudio.transforms.PitchShift", {"sample_rate": 8000, "n_steps": 2}),
        )
    ),
    Sample(
        "torchaudio.functional.melscale_fbanks",
        lambda device: {"n_freqs": 33, "f_min": 0.0, "f_max": 4000.0, "n_mels": 8, "sample_rate": 8000},
    ),
    Sample(
        "torchaudio.functional.linear_fbanks",
        lambda device: {"n_freqs": 33, "f_min": 0.0, "f_max": 4000.0, "n_filter": 8, "sample_rate": 8000},
    ),
    Sample("torchaudio.functional.create_dct", lambda device: {"n_mfcc": 4, "n_mels": 8, "norm": None}),
    Sample("torchaudio.transforms.AmplitudeToDB", lambda device: {}),
    Sample("torchaudio.transforms.FrequencyMasking", lambda device: {"freq_mask_param": 4}),
    Sample("torchaudio.transforms.Vol", lambda device: {"gain": 0.5}),
    *(
        Sample(
            name,
            lambda device, name=name, given=given, key=key: {
                "self": getattr(torchaudio.transforms, name.split(".")[2])(*given),
                key: torch.rand(1, 8, 16, device=device),
            },
        )
        for name, key, given in (
            ("torchaudio.transforms.Vol.__call__", "waveform", (0.5,)),
            ("torchaudio.transforms.Fade.__call__", "waveform", ()),
            ("torchaudio.transforms.AmplitudeToDB.__call__", "x", ()),
            ("torchaudio.transforms.MuLawEncoding.__call__", "x", ()),
            ("torchaudio.transforms.FrequencyMasking.__call__", "specgram", (4,)),
            ("torchaudio.transforms.TimeMasking.__call__", "specgram", (4,)),
            ("torchaudio.transforms.ComputeDeltas.__call__", "specgram", ()),
        )
    ),
    Sample("torchaudio.models.wav2vec2_base", lambda device: {}),
    Sample(
        "torchaudio.models._Recogniser.__call__",
        lambda device: {
            "self": torchaudio.models.wav2vec2_base().to(device).eval(),
            "waveforms": wave(device, 4000),
            "lengths": torch.tensor([4000], device=device),
        },
    ),
    Sample("torchaudio.models.Conformer", lambda device: CONFORMER),
    Sample(
        "torchaudio.models.Conformer.__call__",
        lambda device: {
            "self": torchaudio.models.Conformer(**CONFORMER).to(device),
            "input": torch.rand(2, 6, 8, device=device),
            "lengths": torch.tensor([6, 3], device=device),
        },
    ),
]
