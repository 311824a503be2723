"""What MONAI does to devices. Source: version 1.6, by calls on simulated GPUs and its source."""

with module("monai.networks.nets", "monai.networks.nets.*"):

    @names("UNet", "Unet", "BasicUNet", "BasicUnet", "AttentionUnet", "DynUNet", "SegResNet*", "UNETR", "SwinUNETR",
           "VNet", "DenseNet*", "ResNet*", "resnet*", "EfficientNetBN", "HighResNet", "AutoEncoder", "VarAutoEncoder")
    class Network(Module[default]):
        def __init__(self): ...

with module("monai.inferers", "monai.inferers.*"):

    def sliding_window_inference(inputs: Tensor, roi_size, sw_batch_size, predictor, overlap=0.25, mode="constant", sigma_scale=0.125, padding_mode="constant", cval=0.0, sw_device=None, device: Device = inputs) -> Tensor[device]: ...

with module("monai.losses", "monai.losses.*"):

    @names("DiceLoss", "GeneralizedDiceLoss", "TverskyLoss", "SSIMLoss", "HausdorffDTLoss")
    class Loss(Stateless):
        def __init__(self): ...
        def __call__(self, input: Tensor, target: Tensor[input]) -> AnyTensor[input]: ...

    @names("DiceCELoss", "DiceFocalLoss")
    class WeightedLoss(Module[weight]):
        def __init__(self, *, weight: Tensor = None): ...
        def __call__(self, input: Tensor[self], target: Tensor[input]) -> AnyTensor[input]: ...

with module("monai.metrics", "monai.metrics.*"):

    @names("DiceMetric", "MeanIoU", "HausdorffDistanceMetric", "SurfaceDistanceMetric")
    class Metric:
        def __init__(self): ...
        def __call__(self, y_pred: Batch, y: Batch[y_pred]) -> Unknown: ...
