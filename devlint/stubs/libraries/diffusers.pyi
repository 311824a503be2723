"""What diffusers does to devices: networks are made on the CPU, and give results where they are.

Source: version 0.42, by calls on simulated GPUs and its source.
"""

with module("diffusers", "diffusers.models.*", "diffusers.schedulers.*"):

    class Output(At[cpu]):
        sample: Tensor[self]
        prev_sample: Tensor[self]

    @names("UNet1DModel", "UNet2DModel", "UNet2DConditionModel", "UNet3DConditionModel", "Transformer2DModel",
           "DiTTransformer2DModel")
    class Network(Model[default]):
        def __init__(self, sample_size=None): ...
        def __call__(self, sample: Tensor[self], timestep) -> Output[self]: ...

    @names("AutoencoderKL", "AutoencoderTiny", "AsymmetricAutoencoderKL")
    class Autoencoder(Model[default]):
        def __init__(self, in_channels=3): ...
        def decode(self, z: Tensor[self]) -> Output[self]: ...
        def encode(self, x: Tensor[self]) -> Unknown: ...

    @names("DDPMScheduler", "DDIMScheduler", "PNDMScheduler", "EulerDiscreteScheduler", "DPMSolverMultistepScheduler")
    class Scheduler:
        def __init__(self, num_train_timesteps=1000): ...
        def add_noise(self, original_samples: Tensor, noise: Tensor[original_samples], timesteps) -> Tensor[original_samples]: ...
