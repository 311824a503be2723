"""What diffusers does to devices: networks are made on the CPU, and give results where they are.

The tensors that a scheduler is given have to be on one device; its own tables and timesteps go where it needs them.
Source: version 0.42, by calls on simulated GPUs.
"""

with module("diffusers", "diffusers.models.*", "diffusers.schedulers.*"):

    # read: instances are made by the networks, the autoencoder and the schedulers below
    class Output(At[cpu]):
        sample: Tensor[self]
        prev_sample: Tensor[self]

    # read: instances are made by `encode` of the autoencoder below
    class Gaussian(At[cpu]):
        def sample(self) -> Tensor[self]: ...
        def mode(self) -> Tensor[self]: ...

    # read: instances are made by `encode` of the autoencoder below
    class Encoded(At[cpu]):
        latent_dist: Gaussian[self]

    # read: a part of a network, which is where that is until it is moved itself; called in tests/stubs/programs/diffusers.py
    @parts("time_proj", "time_embedding", "conv_in", "conv_out", "conv_norm_out", "down_blocks", "mid_block", "up_blocks",
           "encoder", "decoder", "quant_conv", "post_quant_conv", "resnets", "attentions", "add_embedding",
           "class_embedding", "transformer_blocks", "pos_embed", "proj_in", "proj_out")
    class _Part(Model):
        def __getitem__(self, index) -> _Part[self]: ...

    @names("UNet1DModel", "UNet2DModel", "Transformer2DModel", "DiTTransformer2DModel")
    class Network(_Part, Model[default]):
        def __init__(self, sample_size=None): ...
        def __call__(self, sample: Tensor[self], timestep: AnyTensor[self], *, return_dict=True) -> Output[self] if return_dict else Unknown: ...

    @names("UNet2DConditionModel", "UNet3DConditionModel", "UNetSpatioTemporalConditionModel", "UNetMotionModel")
    class Conditioned(_Part, Model[default]):
        def __init__(self, sample_size=None): ...
        def __call__(self, sample: Tensor[self], timestep: AnyTensor[self], encoder_hidden_states: Tensor[self], *, return_dict=True) -> Output[self] if return_dict else Unknown: ...

    class ControlNetModel(_Part, Model[default]):
        def __init__(self, in_channels=4): ...
        def __call__(self, sample: Tensor[self], timestep: AnyTensor[self], encoder_hidden_states: Tensor[self], controlnet_cond: Tensor[self]) -> Unknown: ...

    @names("AutoencoderKL", "AsymmetricAutoencoderKL")
    class Autoencoder(_Part, Model[default]):
        def __init__(self, in_channels=3): ...
        def decode(self, z: Tensor[self], *, return_dict=True) -> Output[self] if return_dict else Unknown: ...
        def encode(self, x: Tensor[self], *, return_dict=True) -> Encoded[self] if return_dict else Unknown: ...

    @names("DDPMScheduler", "DDIMScheduler", "PNDMScheduler", "LCMScheduler")
    class Scheduler:
        def __init__(self, num_train_timesteps=1000): ...
        # read: it loads a file from the hub, and gives what the constructor gives
        @classmethod
        def from_pretrained(cls, name) -> Scheduler: ...
        @classmethod
        def from_config(cls, config) -> Scheduler: ...
        def add_noise(self, original_samples: Tensor, noise: Tensor[original_samples], timesteps) -> Tensor[original_samples]: ...
        def scale_model_input(self, sample: Tensor, timestep=None) -> Tensor[sample]: ...
        def step(self, model_output: Tensor, timestep, sample: Tensor[model_output], *, return_dict=True) -> Output[model_output] if return_dict else Unknown: ...

    # it keeps its sigmas on the CPU, wherever its time steps are
    @names("EulerDiscreteScheduler", "DPMSolverMultistepScheduler", "EulerAncestralDiscreteScheduler", "LMSDiscreteScheduler",
           "HeunDiscreteScheduler", "UniPCMultistepScheduler")
    class WithSigmas(Scheduler):
        # read: it loads a file from the hub, and gives what the constructor gives
        @classmethod
        def from_pretrained(cls, name) -> WithSigmas: ...
        @classmethod
        def from_config(cls, config) -> WithSigmas: ...
        sigmas: Tensor[cpu]

with module("diffusers", "diffusers.pipelines.*"):

    # read: stands for the text encoders of transformers, which pipelines hold
    class _TextEncoder(Model):
        # read: called in the programs of tests/stubs/programs/diffusers.py
        def __call__(self, input_ids: Tensor[self], attention_mask=None) -> Unknown: ...

    # read: stands for the tokenizers of transformers, which pipelines hold
    class _Tokenizer:
        # read: called in the programs of tests/stubs/programs/diffusers.py
        def __call__(self, text, *, return_tensors=None) -> Batch[cpu] if return_tensors == "pt" else Unknown: ...

    # read: the parts of a pipeline are where that was moved (DiffusionPipeline.to), called in tests/stubs/programs/diffusers.py
    @names("DiffusionPipeline", "StableDiffusion*Pipeline", "AutoPipelineFor*", "LatentDiffusion*Pipeline", "!Flax*", "!Onnx*")
    class _Pipeline:
        # read: it loads files from the hub
        @classmethod
        def from_pretrained(cls, pretrained_model_name_or_path) -> _Pipeline: ...
        tokenizer: _Tokenizer
        tokenizer_2: _Tokenizer
        scheduler: Scheduler
        text_encoder: _TextEncoder[self]
        text_encoder_2: _TextEncoder[self]
        unet: Conditioned[self]
        vae: Autoencoder[self]

with module("diffusers.utils.torch_utils"):
    def randn_tensor(shape, generator=None, device: Device = default) -> Tensor[device]: ...
