import numpy as np
import torch
from skorch import NeuralNetClassifier
from sklearn.datasets import make_classification
from torch import nn

X, y = make_classification(400, 20, n_informative=10, random_state=0)
X = X.astype(np.float32)
y = y.astype(np.int64)
train = {"X": X}
train["sample_weight"] = np.random.randint(1, 3, size=(400,)).astype(np.float32)


class MyModule(nn.Module):
    def __init__(self, num_units=10, nonlin=nn.ReLU()):
        super().__init__()
        self.dense0 = nn.Linear(20, num_units)
        self.nonlin = nonlin
        self.dropout = nn.Dropout(0.5)
        self.dense1 = nn.Linear(num_units, num_units)
        self.output = nn.Linear(num_units, 2)
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, X, sample_weight=None):
        X = self.nonlin(self.dense0(X))
        X = self.dropout(X)
        X = self.nonlin(self.dense1(X))
        return self.softmax(self.output(X))


class WeightedClassifier(NeuralNetClassifier):
    """A classifier whose loss is a mean weighted by the samples."""

    def __init__(self, *args, criterion__reduce=False, **kwargs):
        super().__init__(*args, criterion__reduce=criterion__reduce, **kwargs)

    def get_loss(self, y_pred, y_true, X, *args, **kwargs):
        loss_unreduced = super().get_loss(y_pred, y_true, X, *args, **kwargs)
        sample_weight = X["sample_weight"].to(loss_unreduced.device)
        return (sample_weight * loss_unreduced).mean()


net = WeightedClassifier(
    MyModule,
    max_epochs=3,
    lr=0.1,
    iterator_train__shuffle=True,
    device="cuda" if torch.cuda.is_available() else "cpu",
)
net.fit(train, y)
print((net.predict(train) == y).mean())
