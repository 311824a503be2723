"""What torchaudio does to devices: transforms carry buffers, functions give results where the waveform is.

Source: version 2.11, by calls on simulated GPUs.
"""

with module("torchaudio"):

    # read: needs the package torchcodec and FFmpeg
    def load(uri) -> tuple[Tensor[default], Number]: ...

with module("torchaudio.functional", "torchaudio.functional.*"):

    @names("resample", "amplitude_to_DB", "spectrogram", "gain", "highpass_biquad", "lowpass_biquad",
           "compute_deltas", "mu_law_encoding", "mu_law_decoding")
    def changed(waveform: Tensor) -> Tensor[waveform]: ...

    def add_noise(waveform: Tensor, noise: Tensor[waveform], snr: Tensor[waveform]) -> Tensor[waveform]: ...
    # read: its extension is compiled for CUDA
    def lfilter(waveform: Tensor, a_coeffs: Tensor[waveform], b_coeffs: Tensor[waveform]) -> Tensor[waveform]: ...
    @names("melscale_fbanks", "linear_fbanks", "create_dct")
    def filters() -> Tensor[default]: ...
    def fftconvolve(x: Tensor, y: Tensor[x]) -> Tensor[x]: ...
    def convolve(x: Tensor, y: Tensor[x]) -> Tensor[x]: ...

with module("torchaudio.transforms"):

    @names("Resample", "Spectrogram", "InverseSpectrogram", "GriffinLim", "MelScale", "InverseMelScale", "MelSpectrogram",
           "MFCC", "LFCC", "SpectralCentroid", "TimeStretch", "PitchShift")
    class WithBuffers(Module[default]):
        def __init__(self): ...
