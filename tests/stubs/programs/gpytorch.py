"""Programs that fit Gaussian processes with GPyTorch on a GPU."""

import gpytorch
import torch


class Regression(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class SparseRegression(gpytorch.models.ApproximateGP):
    def __init__(self, inducing_points):
        distribution = gpytorch.variational.CholeskyVariationalDistribution(inducing_points.size(0))
        strategy = gpytorch.variational.VariationalStrategy(self, inducing_points, distribution)
        super().__init__(strategy)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.RBFKernel()

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


def bad_test_points_are_behind():
    train_x = torch.linspace(0, 1, 8).cuda()
    train_y = torch.sin(6 * train_x)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = Regression(train_x, train_y, likelihood).cuda()
    model.eval()
    likelihood.eval()
    test_x = torch.linspace(0, 1, 5)  # or here
    with torch.no_grad(), gpytorch.settings.fast_pred_var():
        prediction = likelihood(model(test_x))  # wanted
    return prediction.mean


def ok_test_points_are_behind():
    train_x = torch.linspace(0, 1, 8).cuda()
    train_y = torch.sin(6 * train_x)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = Regression(train_x, train_y, likelihood).cuda()
    model.eval()
    likelihood.eval()
    test_x = torch.linspace(0, 1, 5).cuda()
    with torch.no_grad(), gpytorch.settings.fast_pred_var():
        prediction = likelihood(model(test_x))
    return prediction.mean


def bad_likelihood_of_a_sparse_process_is_not_moved(device):
    x = torch.rand(10, 2, device=device)
    y = x.sum(dim=1)
    model = SparseRegression(x[:4]).to(device)
    likelihood = gpytorch.likelihoods.GaussianLikelihood()  # or here
    objective = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=y.size(0))
    optimizer = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.01)
    model.train()
    likelihood.train()
    for _ in range(2):
        optimizer.zero_grad()
        loss = -objective(model(x), y)  # wanted
        loss.backward()
        optimizer.step()


def ok_likelihood_of_a_sparse_process_is_not_moved(device):
    x = torch.rand(10, 2, device=device)
    y = x.sum(dim=1)
    model = SparseRegression(x[:4]).to(device)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().to(device)
    objective = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=y.size(0))
    optimizer = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.01)
    model.train()
    likelihood.train()
    for _ in range(2):
        optimizer.zero_grad()
        loss = -objective(model(x), y)
        loss.backward()
        optimizer.step()


def bad_confidence_region_is_converted_on_the_gpu(device):
    train_x = torch.linspace(0, 1, 6)
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Regression(train_x, train_x.cos(), likelihood).to(device)
    model.eval()
    likelihood.eval()
    with torch.no_grad():
        prediction = likelihood(model(torch.linspace(0, 2, 4, device=device)))
        lower, upper = prediction.confidence_region()
    return lower.numpy(), upper.numpy()  # wanted


def ok_confidence_region_is_converted_on_the_gpu(device):
    train_x = torch.linspace(0, 1, 6)
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Regression(train_x, train_x.cos(), likelihood).to(device)
    model.eval()
    likelihood.eval()
    with torch.no_grad():
        prediction = likelihood(model(torch.linspace(0, 2, 4, device=device)))
        lower, upper = prediction.confidence_region()
    return lower.cpu().numpy(), upper.cpu().numpy()


def bad_prediction_after_the_objective():
    x, y = torch.rand(8, 1, device="cuda"), torch.rand(8, device="cuda")
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = Regression(x, y, likelihood).cuda()
    objective = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    (-objective(model(x), y)).backward()
    model.eval()
    return likelihood(model(torch.rand(4, 1)))  # wanted


def ok_objective_moves_its_model():
    x, y = torch.rand(8, 1, device="cuda"), torch.rand(8, device="cuda")
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Regression(x, y, likelihood)
    objective = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model).to("cuda")
    return -objective(model(x), y)
