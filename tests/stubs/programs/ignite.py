"""Programs that train and evaluate with PyTorch-Ignite on a GPU."""

import torch
from ignite.engine import Engine, Events, create_supervised_evaluator, create_supervised_trainer
from ignite.metrics import Accuracy, Loss, Metric
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def loader():
    return DataLoader(TensorDataset(torch.randn(6, 4), torch.randint(0, 3, (6,))), batch_size=3)


def bad_trainer_is_made_without_a_device(device):
    model = nn.Linear(4, 3).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    trainer = create_supervised_trainer(model, optimizer, nn.CrossEntropyLoss())
    trainer.run(loader(), max_epochs=1)  # wanted


def ok_trainer_is_made_without_a_device(device):
    model = nn.Linear(4, 3).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    trainer = create_supervised_trainer(model, optimizer, nn.CrossEntropyLoss(), device=device)
    trainer.run(loader(), max_epochs=1)


def bad_step_returns_labels_of_the_home(device):
    model = nn.Linear(4, 3).to(device)

    def evaluate(engine, batch):
        model.eval()
        x, y = batch
        with torch.no_grad():
            return model(x.to(device)), y

    evaluator = Engine(evaluate)
    Accuracy().attach(evaluator, "accuracy")
    return evaluator.run(loader()).metrics["accuracy"]  # wanted, not found: the batches of an engine are not followed


def ok_step_returns_labels_of_the_home(device):
    model = nn.Linear(4, 3).to(device)

    def evaluate(engine, batch):
        model.eval()
        x, y = batch
        with torch.no_grad():
            return model(x.to(device)), y.to(device)

    evaluator = Engine(evaluate)
    Accuracy().attach(evaluator, "accuracy")
    return evaluator.run(loader()).metrics["accuracy"]


class CountsOfTheCpu(Metric):
    """Counts how often each class is predicted, on the CPU."""

    def reset(self):
        self._counts = torch.zeros(3)

    def update(self, output):
        predicted, _ = output
        self._counts += nn.functional.one_hot(predicted.argmax(dim=1), 3).sum(dim=0)  # wanted

    def compute(self):
        return self._counts / self._counts.sum()


class CountsOfTheDevice(Metric):
    """Counts how often each class is predicted, on the metric's device."""

    def reset(self):
        self._counts = torch.zeros(3, device=self._device)

    def update(self, output):
        predicted, _ = output
        self._counts += nn.functional.one_hot(predicted.argmax(dim=1), 3).sum(dim=0).to(self._device)

    def compute(self):
        return self._counts / self._counts.sum()


def bad_metric_counts_behind():
    model = nn.Linear(4, 3).cuda()
    metrics = {"classes": CountsOfTheCpu(device="cuda")}
    evaluator = create_supervised_evaluator(model, metrics=metrics, device="cuda")
    evaluator.run(loader())


def ok_metric_counts_behind():
    model = nn.Linear(4, 3).cuda()
    metrics = {"classes": CountsOfTheDevice(device="cuda")}
    evaluator = create_supervised_evaluator(model, metrics=metrics, device="cuda")
    evaluator.run(loader())


def bad_weighted_criterion_of_the_loss_metric_is_not_moved(device):
    model = nn.Linear(4, 3).to(device)
    criterion = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 0.5]))
    evaluator = create_supervised_evaluator(model, metrics={"loss": Loss(criterion)}, device=device)

    @evaluator.on(Events.COMPLETED)
    def report(engine):
        print("loss", engine.state.metrics["loss"])

    evaluator.run(loader())  # wanted, not found: the batches of an engine are not followed


def ok_weighted_criterion_of_the_loss_metric_is_not_moved(device):
    model = nn.Linear(4, 3).to(device)
    criterion = nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 0.5])).to(device)
    evaluator = create_supervised_evaluator(model, metrics={"loss": Loss(criterion)}, device=device)

    @evaluator.on(Events.COMPLETED)
    def report(engine):
        print("loss", engine.state.metrics["loss"])

    evaluator.run(loader())
