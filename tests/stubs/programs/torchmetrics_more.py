import matplotlib
import torch
import torchmetrics
from torch import nn
from torchmetrics import MeanMetric, MetricCollection
from torchmetrics.classification import BinaryAUROC, MulticlassAccuracy, MulticlassConfusionMatrix, MulticlassF1Score
from torchmetrics.functional import accuracy, pairwise_cosine_similarity
from torchmetrics.image import PeakSignalNoiseRatio

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def batches():
    for _ in range(2):
        yield torch.randn(8, 4).to(device), torch.randint(0, 3, (8,)).to(device)


def bad_metrics_of_a_table():
    model = nn.Linear(4, 3).to(device)
    metrics = {"acc": MulticlassAccuracy(3), "f1": MulticlassF1Score(3)}
    for x, y in batches():
        with torch.no_grad():
            predicted = model(x)
        for metric in metrics.values():
            metric.update(predicted, y)  # wanted
    return {name: metric.compute().item() for name, metric in metrics.items()}


def ok_metrics_of_a_table():
    model = nn.Linear(4, 3).to(device)
    metrics = {"acc": MulticlassAccuracy(3).to(device), "f1": MulticlassF1Score(3).to(device)}
    for x, y in batches():
        with torch.no_grad():
            predicted = model(x)
        for metric in metrics.values():
            metric.update(predicted, y)
    return {name: metric.compute().item() for name, metric in metrics.items()}


def bad_confusion_is_drawn():
    model = nn.Linear(4, 3).to(device)
    matrix = MulticlassConfusionMatrix(num_classes=3).to(device)
    for x, y in batches():
        matrix(model(x), y)
    counts = matrix.compute().numpy()  # wanted
    return counts / counts.sum(axis=1, keepdims=True)


def ok_confusion_is_drawn():
    model = nn.Linear(4, 3).to(device)
    matrix = MulticlassConfusionMatrix(num_classes=3).to(device)
    for x, y in batches():
        matrix(model(x), y)
    counts = matrix.compute().cpu().numpy()
    return counts / counts.sum(axis=1, keepdims=True)


def bad_targets_of_a_function():
    model = nn.Linear(4, 3).cuda()
    targets = torch.randint(0, 3, (8,))
    predicted = model(torch.randn(8, 4).cuda()).softmax(-1)
    return accuracy(predicted, targets, task="multiclass", num_classes=3)  # wanted


def ok_targets_of_a_function():
    model = nn.Linear(4, 3).cuda()
    targets = torch.randint(0, 3, (8,)).cuda()
    predicted = model(torch.randn(8, 4).cuda()).softmax(-1)
    return accuracy(predicted, targets, task="multiclass", num_classes=3)


class EvaluatorLeft:
    def __init__(self, model):
        self.model = model.to(device)
        self.metrics = MetricCollection([MulticlassAccuracy(3), MulticlassF1Score(3)])
        self.loss = MeanMetric().to(device)

    def run(self):
        for x, y in batches():
            scores = self.model(x)
            self.loss.update(nn.functional.cross_entropy(scores, y))
            self.metrics.update(scores, y)  # wanted
        return self.metrics.compute()


def bad_collection_of_an_evaluator():
    return EvaluatorLeft(nn.Linear(4, 3)).run()


class EvaluatorRight:
    def __init__(self, model):
        self.model = model.to(device)
        self.metrics = MetricCollection([MulticlassAccuracy(3), MulticlassF1Score(3)]).to(device)
        self.loss = MeanMetric().to(device)

    def run(self):
        for x, y in batches():
            scores = self.model(x)
            self.loss.update(nn.functional.cross_entropy(scores, y))
            self.metrics.update(scores, y)
        return self.metrics.compute()


def ok_collection_of_an_evaluator():
    return EvaluatorRight(nn.Linear(4, 3)).run()


def bad_mean_of_losses_is_left():
    model = nn.Linear(4, 3).cuda()
    mean = torchmetrics.MeanMetric()
    psnr = PeakSignalNoiseRatio(data_range=1.0)
    for _ in range(2):
        restored = model(torch.rand(2, 4, device="cuda"))
        mean.update(restored.mean().item())
        psnr.update(restored, torch.rand_like(restored))  # wanted
    return mean.compute(), psnr.compute()


def ok_mean_of_losses_is_left():
    model = nn.Linear(4, 3).cuda()
    mean = torchmetrics.MeanMetric()
    psnr = PeakSignalNoiseRatio(data_range=1.0).cuda()
    for _ in range(2):
        restored = model(torch.rand(2, 4, device="cuda"))
        mean.update(restored.mean().item())
        psnr.update(restored, torch.rand_like(restored))
    return mean.compute(), psnr.compute()
