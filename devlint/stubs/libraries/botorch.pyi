"""What BoTorch does to devices: models are where their training data are, and candidates where the bounds are.

Source: version 0.18, by calls on simulated GPUs and its source.
"""

with module("botorch.models", "botorch.models.*"):

    class Posterior:
        mean: Tensor[self]
        variance: Tensor[self]
        def rsample(self, sample_shape=None) -> Tensor[self]: ...
        def sample(self, sample_shape=None) -> Tensor[self]: ...

    @names("SingleTaskGP", "SaasFullyBayesianSingleTaskGP", "SingleTaskVariationalGP")
    class SingleTaskGP(Model[train_X]):
        def __init__(self, train_X: Tensor, train_Y=None, train_Yvar=None): ...
        def posterior(self, X: Tensor[self]) -> Posterior[self]: ...

    class MixedSingleTaskGP(SingleTaskGP):
        def __init__(self, train_X: Tensor, train_Y, cat_dims): ...

with module("botorch.optim", "botorch.optim.optimize"):

    def optimize_acqf(acq_function, bounds: Tensor[acq_function], q) -> tuple[Tensor[bounds], Tensor[bounds]]: ...

with module("botorch.utils.sampling", "botorch.utils"):

    def draw_sobol_samples(bounds: Tensor, n, q) -> Tensor[bounds]: ...

with module("botorch.utils.transforms"):

    def normalize(X: Tensor, bounds: Tensor[X]) -> Tensor[X]: ...
    def unnormalize(X: Tensor, bounds: Tensor[X]) -> Tensor[X]: ...

with module("botorch.utils.transforms", "botorch.utils"):

    def standardize(Y: Tensor) -> Tensor[Y]: ...

with module("botorch.acquisition", "botorch.acquisition.*"):

    @names("q*ExpectedImprovement", "q*UpperConfidenceBound", "q*ProbabilityOfImprovement", "q*SimpleRegret")
    class Sampling(At[model]):
        def __init__(self, model): ...
        def __call__(self, X: Tensor[self]) -> Tensor[self]: ...

    # an analytic one moves itself and its model to X
    @names("*ExpectedImprovement", "*UpperConfidenceBound", "*ProbabilityOfImprovement", "PosteriorMean")
    class Analytic:
        def __init__(self, model): ...
        def __call__(self, X: Tensor) -> Tensor[X]: ...
