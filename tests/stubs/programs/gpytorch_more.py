import gpytorch
import torch

class ExactGPModel(gpytorch.models.ExactGP):
    def __init__(self, train_x, train_y, likelihood):
        super().__init__(train_x, train_y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class SparseGP(gpytorch.models.ApproximateGP):
    def __init__(self, points):
        strategy = gpytorch.variational.VariationalStrategy(
            self, points, gpytorch.variational.CholeskyVariationalDistribution(points.size(0)), learn_inducing_locations=True
        )
        super().__init__(strategy)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(nu=2.5))

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


def bad_test_points_stay_behind():
    x, y = torch.linspace(0, 1, 10).cuda(), torch.randn(10).cuda()
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = ExactGPModel(x, y, likelihood).cuda()
    model.train()
    likelihood.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    for _ in range(2):
        optimizer.zero_grad()
        loss = -mll(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()
    likelihood.eval()
    test_x = torch.linspace(0, 1, 5)  # or here
    with torch.no_grad(), gpytorch.settings.fast_pred_var():
        return likelihood(model(test_x)).mean  # wanted


def ok_test_points_stay_behind():
    x, y = torch.linspace(0, 1, 10).cuda(), torch.randn(10).cuda()
    likelihood = gpytorch.likelihoods.GaussianLikelihood().cuda()
    model = ExactGPModel(x, y, likelihood).cuda()
    model.train()
    likelihood.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    for _ in range(2):
        optimizer.zero_grad()
        loss = -mll(model(x), y)
        loss.backward()
        optimizer.step()
    model.eval()
    likelihood.eval()
    test_x = torch.linspace(0, 1, 5).cuda()
    with torch.no_grad(), gpytorch.settings.fast_pred_var():
        return likelihood(model(test_x)).mean


def bad_targets_of_a_sparse_process():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x, y = torch.rand(12, 2), torch.rand(12)
    model = SparseGP(x[:4]).to(device)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().to(device)
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=12)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=6)
    for batch_x, batch_y in loader:
        output = model(batch_x.to(device))
        loss = -mll(output, batch_y)  # wanted
        loss.backward()


def ok_targets_of_a_sparse_process():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x, y = torch.rand(12, 2), torch.rand(12)
    model = SparseGP(x[:4]).to(device)
    likelihood = gpytorch.likelihoods.GaussianLikelihood().to(device)
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=12)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=6)
    for batch_x, batch_y in loader:
        output = model(batch_x.to(device))
        loss = -mll(output, batch_y.to(device))
        loss.backward()


def bad_bands_are_drawn():
    x, y = torch.linspace(0, 1, 10).cuda(), torch.randn(10).cuda()
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = ExactGPModel(x, y, likelihood).cuda().eval()
    with torch.no_grad():
        predicted = likelihood(model(torch.linspace(0, 2, 4).cuda()))
        lower, upper = predicted.confidence_region()
    return lower.numpy(), upper.cpu().numpy()  # wanted


def ok_bands_are_drawn():
    x, y = torch.linspace(0, 1, 10).cuda(), torch.randn(10).cuda()
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = ExactGPModel(x, y, likelihood).cuda().eval()
    with torch.no_grad():
        predicted = likelihood(model(torch.linspace(0, 2, 4).cuda()))
        lower, upper = predicted.confidence_region()
    return lower.cpu().numpy(), upper.cpu().numpy()
