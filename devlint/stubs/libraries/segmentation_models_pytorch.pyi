"""What Segmentation Models does to devices. Source: version 0.5, by calls on simulated GPUs."""

with module("segmentation_models_pytorch", "segmentation_models_pytorch.decoders.*"):

    @names("Unet", "UnetPlusPlus", "MAnet", "Linknet", "FPN", "PSPNet", "PAN", "DeepLabV3", "DeepLabV3Plus", "UPerNet",
           "Segformer")
    class Network(Module[default]):
        def __init__(self): ...
        def __call__(self, x: Tensor[self]) -> Tensor[self]: ...

    def create_model(arch) -> Module[default]: ...

with module("segmentation_models_pytorch.losses", "segmentation_models_pytorch.losses.*"):

    @names("DiceLoss", "JaccardLoss", "TverskyLoss", "FocalLoss", "LovaszLoss", "MCCLoss")
    class Loss(Stateless):
        def __init__(self): ...
        def __call__(self, y_pred: Tensor, y_true: Tensor[y_pred]) -> Scalar[y_pred]: ...

with module("segmentation_models_pytorch.metrics", "segmentation_models_pytorch.metrics.*"):

    def get_stats(output: Tensor, target: Tensor[output]) -> Unknown: ...
