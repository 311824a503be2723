import gpytorch
import numpy as np
import torch
from gpytorch.models import ApproximateGP
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy
from sklearn.metrics import mean_squared_error, r2_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class EarlyStopping:
    def __init__(self, patience=10, compare_fn=lambda x, y: x < y):
        self.patience, self.compare_fn = patience, compare_fn
        self.best, self.best_model_state, self.counter = None, None, 0

    def __call__(self, value, model):
        if self.best is None or self.compare_fn(value, self.best):
            self.best, self.best_model_state, self.counter = value, model.state_dict(), 0
        else:
            self.counter += 1
        return self.counter >= self.patience


class SVGP(ApproximateGP):
    def __init__(self, inducing_points, dtype=torch.float32):
        distribution = CholeskyVariationalDistribution(inducing_points.size(0), dtype=dtype)
        strategy = VariationalStrategy(self, inducing_points, distribution, learn_inducing_locations=True)
        super().__init__(strategy)
        self.mean_module = gpytorch.means.ConstantMean(dtype=dtype)
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel(dtype=dtype))

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class BaseTrainer:
    def __init__(self, X, y, sample_weights=None, test_size=0.2, random_state=42, num_epochs=50, batch_size=256,
                 optimizer_fn_name="Adam", lr=0.01, patience=10, dtype=torch.float32):
        self.X, self.y = X, y
        self.sample_weights = sample_weights if sample_weights is not None else np.ones(len(X))
        self.test_size, self.random_state = test_size, random_state
        self.num_epochs, self.batch_size, self.lr = num_epochs, batch_size, lr
        self.optimizer_fn_name = optimizer_fn_name
        self.patience, self.dtype = patience, dtype
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.prepare_inputs()
        self.split_data()

    def prepare_inputs(self):
        self.X = torch.from_numpy(np.asarray(self.X)).to(dtype=self.dtype)
        self.y = torch.from_numpy(np.asarray(self.y)).to(dtype=self.dtype)
        self.sample_weights = torch.from_numpy(np.asarray(self.sample_weights)).to(dtype=self.dtype)

    def split_data(self):
        self.X_train, self.X_val, self.y_train, self.y_val, self.weights_train, self.weights_val = train_test_split(
            self.X, self.y, self.sample_weights, test_size=self.test_size, random_state=self.random_state
        )
        train_dataset = TensorDataset(self.X_train, self.y_train, self.weights_train)
        self.train_loader = DataLoader(train_dataset, batch_size=self.batch_size, shuffle=True)


class SparseGPTrainer(BaseTrainer):
    def __init__(self, *args, num_inducing_points=100, **kwargs):
        super().__init__(*args, **kwargs)
        self.num_inducing_points = num_inducing_points
        inducing_points = self.X_train[:num_inducing_points, :]
        self.model = SVGP(inducing_points, dtype=self.dtype).to(self.device, dtype=self.dtype)
        self.likelihood = gpytorch.likelihoods.GaussianLikelihood(dtype=self.dtype).to(self.device, dtype=self.dtype)

    def train(self):
        torch.manual_seed(self.random_state)
        optimizer_fn = getattr(torch.optim, self.optimizer_fn_name)
        optimizer = optimizer_fn([{"params": self.model.parameters()}, {"params": self.likelihood.parameters()}], lr=self.lr)
        mll = gpytorch.mlls.VariationalELBO(self.likelihood, self.model, num_data=self.X_train.shape[0])
        early_stopping = EarlyStopping(patience=self.patience)
        self.model.train()
        self.likelihood.train()

        for i in range(self.num_epochs):
            for X_batch, y_batch, weights_batch in self.train_loader:
                X_batch, y_batch, weights_batch = (
                    X_batch.to(self.device),
                    y_batch.to(self.device),
                    weights_batch.to(self.device),
                )
                optimizer.zero_grad()
                output = self.model(X_batch)
                unweighted_loss = -mll(output, y_batch)
                weighted_loss = torch.mean(unweighted_loss * weights_batch)
                weighted_loss.backward()
                optimizer.step()

            self.model.eval()
            self.likelihood.eval()
            with torch.no_grad(), gpytorch.settings.fast_pred_var():
                y_pred_val = self.likelihood(self.model(self.X_val)).mean  # wanted
            mse_val = mean_squared_error(self.y_val.detach().numpy(), y_pred_val.detach().numpy())  # wanted
            r2_val = r2_score(self.y_val.detach().numpy(), y_pred_val.detach().numpy())
            self.model.train()
            self.likelihood.train()
            print(f"Epoch {i + 1}/{self.num_epochs}, Loss: {weighted_loss.item():.3f}, MSE: {mse_val:.6f}, R2: {r2_val:.3f}")
            if early_stopping(mse_val, self.model):
                print(f"Early stopping after {i + 1} epochs")
                break

        if early_stopping.best_model_state is not None:
            self.model.load_state_dict(early_stopping.best_model_state)

    def predict_with_uncertainty(self, X):
        self.model.eval()
        self.likelihood.eval()
        if isinstance(X, np.ndarray):
            X = torch.from_numpy(X).to(self.dtype)
        if X.ndim == 1:
            X = torch.unsqueeze(X, 0)
        with torch.no_grad(), gpytorch.settings.fast_pred_var():
            preds = self.likelihood(self.model(X))  # wanted
        return preds.mean.cpu().numpy(), preds.variance.cpu().numpy()


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    X = rng.random((300, 8))
    y = X[:, 0] * 2 + np.sin(X[:, 1] * 6)
    trainer = SparseGPTrainer(X, y, num_inducing_points=50, num_epochs=3)
    trainer.train()
    print(trainer.predict_with_uncertainty(X[:5]))
