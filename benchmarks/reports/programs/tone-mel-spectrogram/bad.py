from typing import Optional

import numpy as np
import torch
import torchaudio

WANTED = "CUDA"
RATE: int = 22050
TONE: int = 440
NUMBER_OF_VALUES: int = 22050
WINDOW: int = 1024
HOP: Optional[int] = None
BANDS: int = 128


def sine(frequency: int) -> np.ndarray:
    times = np.arange(NUMBER_OF_VALUES) / RATE
    return np.sin(2 * np.pi * frequency * times).astype("float64")


def pick_device() -> torch.device:
    wants_gpu = WANTED == "CUDA" and torch.cuda.is_available()
    return torch.device("cuda" if wants_gpu else "cpu")


def loudest_band(spectrogram: torch.Tensor) -> int:
    return int(spectrogram.mean(dim=-1).argmax())


if __name__ == "__main__":
    print(f"torch {torch.__version__}, torchaudio {torchaudio.__version__}")
    chosen = pick_device()
    torch.set_default_dtype(torch.float64)
    print(f"on {chosen}")

    tone: torch.Tensor = torch.tensor(sine(TONE)).to(chosen)
    print(f"the tone is on {tone.device}")

    to_mel = torchaudio.transforms.MelSpectrogram(
        sample_rate=RATE,
        n_fft=WINDOW,
        hop_length=HOP,
        n_mels=BANDS,
    )
    mel: torch.Tensor = to_mel(tone)  # wanted
    print(f"{mel.shape} on {mel.device}, loudest in band {loudest_band(mel)}")
