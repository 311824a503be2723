import numpy as np
import torch
from skorch import NeuralNetClassifier
from sklearn.datasets import make_classification
from torch import nn

X, y = make_classification(400, 20, n_informative=10, random_state=0)
X = X.astype(np.float32)
y = y.astype(np.int64)
samples = {"X": X}
samples["sample_weight"] = np.random.randint(1, 3, size=(400,)).astype(np.float32)


class Tabular(nn.Module):
    def __init__(self, units=10, activation=nn.ReLU()):
        super().__init__()
        self.entry = nn.Linear(20, units)
        self.activation = activation
        self.dropout = nn.Dropout(0.5)
        self.hidden = nn.Linear(units, units)
        self.exit = nn.Linear(units, 2)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, X, sample_weight=None):
        X = self.activation(self.entry(X))
        X = self.dropout(X)
        X = self.activation(self.hidden(X))
        return self.softmax(self.exit(X))


class WeightedClassifier(NeuralNetClassifier):
    """A classifier whose loss is a mean weighted by the samples."""

    def __init__(self, *args, criterion__reduce=False, **kwargs):
        super().__init__(*args, criterion__reduce=criterion__reduce, **kwargs)

    def get_loss(self, y_pred, y_true, X, *args, **kwargs):
        each = super().get_loss(y_pred, y_true, X, *args, **kwargs)
        sample_weight = X["sample_weight"]
        return (sample_weight * each).mean()  # wanted


net = WeightedClassifier(
    Tabular,
    max_epochs=3,
    lr=0.1,
    iterator_train__shuffle=True,
    device="cuda" if torch.cuda.is_available() else "cpu",
)
net.fit(samples, y)
print((net.predict(samples) == y).mean())
