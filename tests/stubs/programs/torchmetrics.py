import torch
from torch import nn
from torchmetrics import MeanSquaredError, MetricCollection
from torchmetrics.classification import MulticlassAccuracy, MulticlassConfusionMatrix, MulticlassF1Score


def bad_metric_stays_behind(device):
    model = nn.Linear(8, 3).to(device)
    accuracy = MulticlassAccuracy(num_classes=3)
    for _ in range(2):
        inputs = torch.randn(4, 8).to(device)
        labels = torch.randint(0, 3, (4,)).to(device)
        accuracy.update(model(inputs), labels)  # wanted
    return accuracy.compute()


def ok_metric_stays_behind(device):
    model = nn.Linear(8, 3).to(device)
    accuracy = MulticlassAccuracy(num_classes=3).to(device)
    for _ in range(2):
        inputs = torch.randn(4, 8).to(device)
        labels = torch.randint(0, 3, (4,)).to(device)
        accuracy.update(model(inputs), labels)
    return accuracy.compute()


class KeepsMetricsInADict(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 3)
        self.metrics = {
            "accuracy": MulticlassAccuracy(num_classes=3),
            "f1": MulticlassF1Score(num_classes=3),
        }

    def score(self, inputs, labels):
        logits = self.head(inputs)
        return {name: metric(logits, labels) for name, metric in self.metrics.items()}  # wanted


class KeepsMetricsInACollection(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 3)
        self.metrics = MetricCollection(
            {
                "accuracy": MulticlassAccuracy(num_classes=3),
                "f1": MulticlassF1Score(num_classes=3),
            }
        )

    def score(self, inputs, labels):
        logits = self.head(inputs)
        return self.metrics(logits, labels)


def bad_metrics_in_a_dict_are_not_moved():
    classifier = KeepsMetricsInADict().cuda()
    return classifier.score(torch.randn(4, 8, device="cuda"), torch.randint(0, 3, (4,), device="cuda"))


def ok_metrics_in_a_dict_are_not_moved():
    classifier = KeepsMetricsInACollection().cuda()
    return classifier.score(torch.randn(4, 8, device="cuda"), torch.randint(0, 3, (4,), device="cuda"))


def bad_confusion_matrix_becomes_an_array(device):
    model = nn.Linear(8, 3).to(device)
    confusion = MulticlassConfusionMatrix(num_classes=3).to(device)
    for _ in range(2):
        inputs = torch.randn(4, 8, device=device)
        labels = torch.randint(0, 3, (4,), device=device)
        confusion.update(model(inputs), labels)
    return confusion.compute().numpy()  # wanted


def ok_confusion_matrix_becomes_an_array(device):
    model = nn.Linear(8, 3).to(device)
    confusion = MulticlassConfusionMatrix(num_classes=3).to(device)
    for _ in range(2):
        inputs = torch.randn(4, 8, device=device)
        labels = torch.randint(0, 3, (4,), device=device)
        confusion.update(model(inputs), labels)
    return confusion.compute().cpu().numpy()


def bad_targets_of_a_regression_stay_behind():
    model = nn.Linear(8, 1).to("cuda")
    error = MeanSquaredError().to("cuda")
    inputs, targets = torch.randn(4, 8), torch.randn(4, 1)
    predicted = model(inputs.to("cuda"))
    error.update(predicted, targets)  # wanted
    return error.compute().item()


def ok_targets_of_a_regression_stay_behind():
    model = nn.Linear(8, 1).to("cuda")
    error = MeanSquaredError().to("cuda")
    inputs, targets = torch.randn(4, 8), torch.randn(4, 1)
    predicted = model(inputs.to("cuda"))
    error.update(predicted, targets.to("cuda"))
    return error.compute().item()
