"""What timm does to devices: models are made on the CPU, and images become tensors of the CPU.

Source: version 1.0, by calls on simulated GPUs.
"""

with module("timm", "timm.models", "timm.models.factory", "timm.models._factory"):

    # read: a part of a network, which is where that is until it is moved itself; called in tests/stubs/programs/timm.py
    @parts("patch_embed", "pos_drop", "norm_pre", "blocks", "norm", "fc_norm", "head_drop", "head", "fc", "classifier",
           "conv1", "bn1", "act1", "maxpool", "layer1", "layer2", "layer3", "layer4", "global_pool", "stem", "stages",
           "layers", "conv_stem", "conv_head", "bn2", "attn", "mlp", "norm1", "norm2", "proj", "features")
    class _Part(Model):
        def __getitem__(self, index) -> _Part[self]: ...

    # read: what create_model gives has no class in common
    class _VisionModel(_Part, Module[default]):
        def __call__(self, x: Tensor[self]) -> Tensor[self]: ...
        def forward_features(self, x: Tensor[self]) -> Tensor[self]: ...
        def forward_head(self, x: Tensor[self]) -> Tensor[self]: ...
        def get_classifier(self) -> _Part[self]: ...
        cls_token: Tensor[self]
        pos_embed: Tensor[self]

    def create_model(model_name, *, features_only=False) -> _VisionModel if not features_only else Module[default]: ...

with module("timm.data", "timm.data.*"):

    class _Transform:
        def __call__(self, img) -> Tensor[cpu]: ...

    def create_transform(input_size) -> _Transform: ...

    class Mixup:
        def __init__(self): ...
        def __call__(self, x: Tensor, target: Tensor) -> tuple[Tensor[x], Tensor[target]]: ...

with module("timm.loss", "timm.loss.*"):

    @names("SoftTargetCrossEntropy", "LabelSmoothingCrossEntropy", "BinaryCrossEntropy")
    class Loss(Stateless):
        def __init__(self): ...
        def __call__(self, x: Tensor, target: Tensor[x]) -> Scalar[x]: ...

with module("timm.utils", "timm.utils.*"):

    def accuracy(output: Tensor, target: Tensor[output]) -> Unknown: ...

    @names("ModelEmaV2", "ModelEmaV3")
    class ModelEma(Model[device]):
        def __init__(self, model, decay=0.9999, *, device: Device = model): ...
        module: Module[self]
        def update(self, model) -> None: ...
