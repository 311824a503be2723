"""Programs that recognise speech with OpenAI's Whisper."""

import numpy as np
import torch
import whisper
from tests.stubs.samples.whisper import weights


def sound():
    return np.zeros(16000, dtype=np.float32)


def bad_spectrogram_is_not_moved():
    model = whisper.load_model(weights())
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(sound()))
    return model.embed_audio(mel.unsqueeze(0))  # wanted


def ok_spectrogram_is_not_moved():
    model = whisper.load_model(weights())
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(sound())).to(model.device)
    return model.embed_audio(mel.unsqueeze(0))


def bad_spectrogram_is_made_elsewhere(device):
    model = whisper.load_model(weights(), device=device)
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(torch.zeros(16000)))
    options = whisper.DecodingOptions(language="en", fp16=False, sample_len=2)
    return whisper.decode(model, mel, options)  # wanted


def ok_spectrogram_is_made_elsewhere(device):
    model = whisper.load_model(weights(), device=device)
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(torch.zeros(16000)), device=device)
    options = whisper.DecodingOptions(language="en", fp16=False, sample_len=2)
    return whisper.decode(model, mel, options)


def bad_features_for_numpy(device):
    model = whisper.load_model(weights(), device=device)
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(sound()), device=device)
    features = model.embed_audio(mel.unsqueeze(0))
    return features.mean(dim=1).numpy()  # wanted


def ok_features_for_numpy(device):
    model = whisper.load_model(weights(), device=device)
    mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(sound()), device=device)
    features = model.embed_audio(mel.unsqueeze(0))
    return features.mean(dim=1).detach().cpu().numpy()
