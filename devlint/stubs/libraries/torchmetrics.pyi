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

with module("torchmetrics.functional", "torchmetrics.functional.*"):

    @names("accuracy", "f1_score", "fbeta_score", "precision", "recall", "specificity", "jaccard_index", "hamming_distance",
           "cohen_kappa", "matthews_corrcoef", "confusion_matrix", "mean_squared_error", "mean_absolute_error",
           "mean_absolute_percentage_error", "pearson_corrcoef", "spearman_corrcoef", "r2_score", "explained_variance",
           "cosine_similarity", "peak_signal_noise_ratio", "structural_similarity_index_measure",
           "scale_invariant_signal_noise_ratio", "signal_noise_ratio", "auroc", "average_precision")
    def compared(preds: Tensor, target: Tensor[preds]) -> AnyTensor[preds]: ...

    @names("pairwise_cosine_similarity", "pairwise_euclidean_distance", "pairwise_linear_similarity",
           "pairwise_manhattan_distance")
    def pairwise(x: Tensor, y: Tensor[x] = None) -> Tensor[x]: ...
