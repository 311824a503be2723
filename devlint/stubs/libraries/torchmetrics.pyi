"""What torchmetrics does to devices: what a metric computes is where its states are.

Source: version 1.9, by calls on simulated GPUs.
"""

with module("torchmetrics", "torchmetrics.metric"):

    # read: abstract; its methods are run with metrics of the library
    class Metric(Model):
        def compute(self) -> AnyTensor[self]: ...
        device: Device[self]

with module("torchmetrics", "torchmetrics.regression", "torchmetrics.regression.*"):

    # read: its states move with it, and are neither parameters nor buffers; its methods are run
    @names("MeanSquaredError", "MeanAbsoluteError", "R2Score", "MeanSquaredLogError", "MeanAbsolutePercentageError",
           "SymmetricMeanAbsolutePercentageError", "LogCoshError", "PearsonCorrCoef", "ExplainedVariance")
    class Regression(Module[default]):
        def __init__(self): ...
        def update(self, preds: Tensor[self], target: Tensor[self]) -> Unknown: ...
        def __call__(self, preds: Tensor[self], target: Tensor[self]) -> AnyTensor[self]: ...
        def compute(self) -> AnyTensor[self]: ...
        device: Device[self]
