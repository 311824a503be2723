"""What OpenCLIP does to devices: models are on the CPU unless a device is given, and texts and images always.

Source: version 3.3, by calls on simulated GPUs.
"""

with module("open_clip", "open_clip.factory"):

    class _Preprocess:
        def __call__(self, img) -> Tensor[cpu]: ...

    @names("SimpleTokenizer", "HFTokenizer")
    class Tokenizer:
        def __call__(self, texts) -> Tensor[cpu]: ...

    # read: a part of a network, which is where that is until it is moved itself
    class _Part(Model):
        # read: called in tests/stubs/programs/open_clip.py
        def __call__(self, x: Tensor[self]) -> Unknown: ...

    class CLIP(Model):
        def __call__(self, image: Tensor[self] = None, text: Tensor[self] = None) -> Unknown: ...
        def encode_text(self, text: Tensor[self]) -> Tensor[self]: ...
        def encode_image(self, image: Tensor[self]) -> Tensor[self]: ...
        # read: a part, as in tests/stubs/programs/open_clip.py
        visual: _Part[self]
        # read: a part, as in tests/stubs/programs/open_clip.py
        transformer: _Part[self]
        # read: a part, as in tests/stubs/programs/open_clip.py
        token_embedding: _Part[self]
        # read: a part, as in tests/stubs/programs/open_clip.py
        ln_final: _Part[self]

    def create_model(model_name, pretrained=None, load_weights=True, precision="fp32", device: Device = default) -> CLIP[device]: ...
    def create_model_and_transforms(model_name, pretrained=None, load_weights=True, precision="fp32", device: Device = default) -> tuple[CLIP[device], _Preprocess, _Preprocess]: ...
    def create_model_from_pretrained(model_name, pretrained=None, precision="fp32", device: Device = default, jit=False, force_quick_gelu=False, force_custom_text=False, force_image_size=None, force_context_length=None, image_mean=None, image_std=None, image_interpolation=None, image_resize_mode=None, return_transform=True) -> tuple[CLIP[device], _Preprocess] if return_transform else CLIP[device]: ...
    def get_tokenizer(model_name="") -> Tokenizer: ...

with module("open_clip", "open_clip.tokenizer"):
    def tokenize(texts) -> Tensor[cpu]: ...
