"""What Weights & Biases makes arrays of. Source: version 0.31, by calls on simulated GPUs.

Numbers that are logged, images and tables take tensors from anywhere.
"""

with module("wandb"):

    class Histogram:
        def __init__(self, sequence: Array = None, np_histogram=None): ...

with module("wandb.plot"):

    # labels and predictions that are tensors are refused wherever they are
    def confusion_matrix(probs: Array = None) -> Unknown: ...
    def roc_curve(y_true: Array = None, y_probas: Array = None) -> Unknown: ...
    def pr_curve(y_true: Array = None, y_probas: Array = None) -> Unknown: ...
