"""Programs that infer with Pyro on a GPU."""

import pyro
import pyro.distributions as dist
import torch
from pyro.infer import SVI, Predictive, Trace_ELBO
from pyro.infer.autoguide import AutoDiagonalNormal
from pyro.nn import PyroModule, PyroSample
from torch import nn


class PriorLeftBehind(nn.Module):
    """A variational autoencoder with its prior made on the CPU."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 4)
        self.decoder = nn.Linear(2, 6)

    def model(self, x):
        pyro.module("decoder", self.decoder)
        with pyro.plate("data", x.shape[0]):
            prior = dist.Normal(torch.zeros(x.shape[0], 2), torch.ones(x.shape[0], 2)).to_event(1)
            z = pyro.sample("z", prior)
            pyro.sample("x", dist.Bernoulli(logits=self.decoder(z)).to_event(1), obs=x)  # wanted, not found: distributions and samples of Pyro are not followed

    def guide(self, x):
        pyro.module("encoder", self.encoder)
        with pyro.plate("data", x.shape[0]):
            loc, log_scale = self.encoder(x).chunk(2, dim=1)
            pyro.sample("z", dist.Normal(loc, log_scale.exp()).to_event(1))


class PriorWhereTheDataIs(nn.Module):
    """A variational autoencoder with its prior made where the data is."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(6, 4)
        self.decoder = nn.Linear(2, 6)

    def model(self, x):
        pyro.module("decoder", self.decoder)
        with pyro.plate("data", x.shape[0]):
            prior = dist.Normal(x.new_zeros(x.shape[0], 2), x.new_ones(x.shape[0], 2)).to_event(1)
            z = pyro.sample("z", prior)
            pyro.sample("x", dist.Bernoulli(logits=self.decoder(z)).to_event(1), obs=x)

    def guide(self, x):
        pyro.module("encoder", self.encoder)
        with pyro.plate("data", x.shape[0]):
            loc, log_scale = self.encoder(x).chunk(2, dim=1)
            pyro.sample("z", dist.Normal(loc, log_scale.exp()).to_event(1))


def bad_images_are_drawn_from_a_prior_behind(device):
    pyro.clear_param_store()
    vae = PriorLeftBehind().to(device)
    return vae.model(torch.ones(3, 6, device=device))


def ok_images_are_drawn_from_a_prior_behind(device):
    pyro.clear_param_store()
    vae = PriorWhereTheDataIs().to(device)
    svi = SVI(vae.model, vae.guide, pyro.optim.Adam({"lr": 0.01}), loss=Trace_ELBO())
    return svi.step(torch.ones(3, 6, device=device))


def bad_parameters_of_the_guide_start_behind():
    data = torch.tensor([1.1, 0.9, 1.3]).cuda()

    def model(observed):
        level = pyro.sample("level", dist.Normal(observed.new_tensor(0.0), 5.0))
        with pyro.plate("rows", len(observed)):
            pyro.sample("y", dist.Normal(level, 1.0), obs=observed)

    def guide(observed):
        loc = pyro.param("loc", torch.zeros(1))
        scale = pyro.param("scale", torch.ones(1).cuda(), constraint=dist.constraints.positive)
        pyro.sample("level", dist.Normal(loc, scale).to_event(1))  # wanted

    pyro.clear_param_store()
    svi = SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), loss=Trace_ELBO())
    return svi.step(data)


def ok_parameters_of_the_guide_start_behind():
    data = torch.tensor([1.1, 0.9, 1.3]).cuda()

    def model(observed):
        level = pyro.sample("level", dist.Normal(observed.new_tensor(0.0), 5.0))
        with pyro.plate("rows", len(observed)):
            pyro.sample("y", dist.Normal(level, 1.0), obs=observed)

    def guide(observed):
        loc = pyro.param("loc", torch.tensor(0.0).cuda())
        scale = pyro.param("scale", torch.tensor(1.0).cuda(), constraint=dist.constraints.positive)
        pyro.sample("level", dist.Normal(loc, scale))

    pyro.clear_param_store()
    svi = SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), loss=Trace_ELBO())
    return svi.step(data)


class WeightsOfTheCpu(PyroModule):
    """Bayesian regression whose weights are drawn on the CPU."""

    def __init__(self, features):
        super().__init__()
        self.linear = PyroModule[nn.Linear](features, 1)
        self.linear.weight = PyroSample(dist.Normal(0.0, 1.0).expand([1, features]).to_event(2))

    def forward(self, x, y=None):
        mean = self.linear(x).squeeze(-1)  # wanted, not found: distributions and samples of Pyro are not followed
        with pyro.plate("data", x.shape[0]):
            pyro.sample("obs", dist.Normal(mean, 0.5), obs=y)
        return mean


class WeightsOfTheDevice(PyroModule):
    """Bayesian regression whose weights are drawn on a given device."""

    def __init__(self, features, device):
        super().__init__()
        zero = torch.tensor(0.0, device=device)
        self.linear = PyroModule[nn.Linear](features, 1)
        self.linear.weight = PyroSample(dist.Normal(zero, 1.0).expand([1, features]).to_event(2))

    def forward(self, x, y=None):
        mean = self.linear(x).squeeze(-1)
        with pyro.plate("data", x.shape[0]):
            pyro.sample("obs", dist.Normal(mean, 0.5), obs=y)
        return mean


def bad_sampled_weights_are_behind(device):
    pyro.clear_param_store()
    x, y = torch.randn(5, 3).to(device), torch.randn(5).to(device)
    model = WeightsOfTheCpu(3).to(device)
    svi = SVI(model, AutoDiagonalNormal(model), pyro.optim.Adam({"lr": 0.03}), loss=Trace_ELBO())
    return svi.step(x, y)


def ok_sampled_weights_are_behind(device):
    pyro.clear_param_store()
    x, y = torch.randn(5, 3).to(device), torch.randn(5).to(device)
    model = WeightsOfTheDevice(3, device).to(device)
    svi = SVI(model, AutoDiagonalNormal(model), pyro.optim.Adam({"lr": 0.03}), loss=Trace_ELBO())
    return svi.step(x, y)


def bad_predictive_samples_are_converted_on_the_gpu(device):
    pyro.clear_param_store()
    x, y = torch.randn(5, 3).to(device), torch.randn(5).to(device)
    model = WeightsOfTheDevice(3, device).to(device)
    guide = AutoDiagonalNormal(model)
    SVI(model, guide, pyro.optim.Adam({"lr": 0.03}), loss=Trace_ELBO()).step(x, y)
    samples = Predictive(model, guide=guide, num_samples=4)(x)
    return samples["obs"].detach().numpy().mean(axis=0)  # wanted, not found: distributions and samples of Pyro are not followed


def ok_predictive_samples_are_converted_on_the_gpu(device):
    pyro.clear_param_store()
    x, y = torch.randn(5, 3).to(device), torch.randn(5).to(device)
    model = WeightsOfTheDevice(3, device).to(device)
    guide = AutoDiagonalNormal(model)
    SVI(model, guide, pyro.optim.Adam({"lr": 0.03}), loss=Trace_ELBO()).step(x, y)
    samples = Predictive(model, guide=guide, num_samples=4)(x)
    return samples["obs"].detach().cpu().numpy().mean(axis=0)
