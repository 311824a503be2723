from typing import Optional

import numpy as np
import torch
import torchaudio

TARGET_DEVICE = "CUDA"
TARGET_CLOCK: int = 22050
TONE: int = 440
NUMBER_OF_VALUES: int = 22050
FFT_SLOTS: int = 1024
HOP_LENGTH: Optional[int] = None
MEL_SLOTS: int = 128


def sine(frequency: int) -> np.ndarray:
    times = np.arange(NUMBER_OF_VALUES) / TARGET_CLOCK
    return np.sin(2 * np.pi * frequency * times).astype("float64")


def pick_device() -> torch.device:
    wants_gpu = TARGET_DEVICE == "CUDA" and torch.cuda.is_available()
    return torch.device("cuda" if wants_gpu else "cpu")


def loudest_band(spectrogram: torch.Tensor) -> int:
    return int(spectrogram.mean(dim=-1).argmax())


if __name__ == "__main__":
    print(f"torch {torch.__version__}, torchaudio {torchaudio.__version__}")
    target_device = pick_device()
    torch.set_default_dtype(torch.float64)
    print(f"on {target_device}")

    tone: torch.Tensor = torch.tensor(sine(TONE)).to(target_device)
    print(f"the tone is on {tone.device}")

    to_mel = torchaudio.transforms.MelSpectrogram(
        sample_rate=TARGET_CLOCK,
        n_fft=FFT_SLOTS,
        hop_length=HOP_LENGTH,
        n_mels=MEL_SLOTS,
    ).to(target_device)
    mel: torch.Tensor = to_mel(tone)
    print(f"{mel.shape} on {mel.device}, loudest in band {loudest_band(mel)}")
