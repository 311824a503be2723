"""What GPyTorch does to devices.

Source: version 1.15, by calls on simulated GPUs and its source.
"""

with module("gpytorch.distributions", "gpytorch.distributions.*"):

    @names("Multivariate*", "MultitaskMultivariateNormal", "Distribution", "Delta")
    class MultivariateNormal(At[mean]):
        def __init__(self, mean: Tensor, covariance_matrix=None): ...
        mean: Tensor[self]
        loc: Tensor[self]
        variance: Tensor[self]
        stddev: Tensor[self]
        covariance_matrix: Tensor[self]
        def confidence_region(self) -> tuple[Tensor[self], Tensor[self]]: ...
        def rsample(self, sample_shape=None) -> Tensor[self]: ...
        def sample(self, sample_shape=None) -> Tensor[self]: ...
        def log_prob(self, value: Tensor[self]) -> AnyTensor[self]: ...

with module("gpytorch.kernels", "gpytorch.kernels.*"):

    @names("Kernel", "RBFKernel", "MaternKernel", "PeriodicKernel", "LinearKernel", "CosineKernel", "RQKernel",
           "ScaleKernel", "SpectralMixtureKernel", "PolynomialKernel", "MultitaskKernel", "IndexKernel",
           "ConstantKernel")
    class Kernel(Module[default]):
        def __init__(self): ...

with module("gpytorch.means", "gpytorch.means.*"):

    @names("ConstantMean", "LinearMean", "PolynomialMean")
    class Mean(Module[default]):
        def __init__(self): ...

with module("gpytorch.likelihoods", "gpytorch.likelihoods.*"):

    @names("GaussianLikelihood", "MultitaskGaussianLikelihood")
    class Likelihood(Module[default]):
        def __init__(self): ...
        def __call__(self, input) -> MultivariateNormal[input]: ...

    @names("StudentTLikelihood", "BetaLikelihood")
    class OtherLikelihood(Module[default]):
        def __init__(self): ...

with module("gpytorch.models", "gpytorch.models.*"):

    @names("ExactGP", "ApproximateGP", "GP", "PyroGP")
    class GP(Model): ...

with module("gpytorch.mlls", "gpytorch.mlls.*"):

    # read: it is a module that moves its model and its likelihood along, called in tests/stubs/programs/gpytorch.py
    @names("ExactMarginalLogLikelihood", "VariationalELBO", "PredictiveLogLikelihood", "LeaveOneOutPseudoLikelihood")
    class Objective(Record):
        def __init__(self, likelihood, model): ...
        # read: called in tests/stubs/programs/gpytorch.py
        def __call__(self, approximate_dist_f: Model, target: Tensor[approximate_dist_f]) -> Unknown: ...
