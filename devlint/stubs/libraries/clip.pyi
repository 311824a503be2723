"""What OpenAI's CLIP does to devices: texts and images become tensors of the CPU.

Source: clip-anytorch 2.6, by calls on simulated GPUs with weights of its own.
"""

with module("clip.model"):

    # read: a part of a network, which is where that is until it is moved itself; called in tests/stubs/programs/clip.py
    @parts("visual", "transformer", "token_embedding", "ln_final", "resblocks", "conv1", "ln_pre", "ln_post", "attnpool")
    class _Part(Model):
        def __getitem__(self, index) -> _Part[self]: ...

    class CLIP(_Part):
        def __call__(self, image: Tensor[self], text: Tensor[self]) -> tuple[Tensor[self], Tensor[self]]: ...
        def encode_text(self, text: Tensor[self]) -> Tensor[self]: ...
        def encode_image(self, image: Tensor[self]) -> Tensor[self]: ...

with module("clip", "clip.clip"):

    class _Preprocess:
        def __call__(self, img) -> Tensor[cpu]: ...

    def load(name, device: Device = accelerator) -> tuple[CLIP[device], _Preprocess]: ...
    def tokenize(texts) -> Tensor[cpu]: ...
