"""What torchmetrics does to devices: what a metric computes is where its states are.

Source: version 1.9, by calls on simulated GPUs.
"""

with module("torchmetrics", "torchmetrics.metric"):

    # read: abstract; its methods are run with metrics of the library
    class Metric(Model):
        def compute(self) -> AnyTensor[self]: ...
        device: Device[self]
