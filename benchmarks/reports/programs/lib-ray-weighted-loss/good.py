import argparse

import numpy as np
import ray
import ray.train as train
import torch
import torch.nn as nn
from ray import tune
from ray.air import session
from ray.air.config import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer
from ray.tune.schedulers import ASHAScheduler
from ray.tune.tuner import Tuner
from torch.utils.data import DataLoader, Dataset


class ClimateFields(Dataset):
    def __init__(self, split, size=64):
        rng = np.random.default_rng(0 if split == "train" else 1)
        self.fields = rng.random((32, 4, size, size)).astype(np.float32)
        self.labels = (self.fields[:, 0] > 0.9).astype(np.int64)

    def __len__(self):
        return len(self.fields)

    def __getitem__(self, idx):
        return torch.from_numpy(self.fields[idx]), torch.from_numpy(self.labels[idx])


class SimpleSegmenter(nn.Module):
    def __init__(self, filters, classes=2):
        super().__init__()
        self.encode = nn.Sequential(nn.Conv2d(4, filters, 3, padding=1), nn.BatchNorm2d(filters), nn.ReLU())
        self.head = nn.Conv2d(filters, classes, 1)

    def forward(self, x):
        return self.head(self.encode(x))


def get_datasets():
    return ClimateFields("train"), ClimateFields("valid")


def train_epoch(dataloader, model, loss_fn, optimizer):
    model.train()
    for features, labels in dataloader:
        outputs = model(features)
        loss = loss_fn(outputs, labels.long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def validate_epoch(dataloader, model, loss_fn):
    model.eval()
    total, batches = 0.0, 0
    with torch.no_grad():
        for features, labels in dataloader:
            outputs = model(features)
            total += loss_fn(outputs, labels.long()).item()
            batches += 1
    return total / max(batches, 1)


def training_loop(config):
    lr, filters, batch_size, epochs = config["lr"], config["filters"], config["batch_size"], config["epochs"]
    train_set, valid_set = get_datasets()
    worker_batch_size = batch_size // session.get_world_size()
    train_loader = train.torch.prepare_data_loader(DataLoader(train_set, batch_size=worker_batch_size, shuffle=True))
    valid_loader = train.torch.prepare_data_loader(DataLoader(valid_set, batch_size=worker_batch_size))

    model = train.torch.prepare_model(SimpleSegmenter(filters))
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    share = train_set.labels.mean()
    loss_fn = nn.CrossEntropyLoss(weight=torch.tensor([share, 1 - share], dtype=torch.float32)).to(train.torch.get_device())
    for epoch in range(epochs):
        train_epoch(train_loader, model, loss_fn, optimizer)
        session.report({"loss": validate_epoch(valid_loader, model, loss_fn)})


def tune_model(num_workers, use_gpu, samples):
    trainer = TorchTrainer(
        train_loop_per_worker=training_loop,
        train_loop_config={"lr": 1e-3, "filters": 16, "batch_size": 8, "epochs": 2},
        scaling_config=ScalingConfig(num_workers=num_workers, use_gpu=use_gpu),
    )
    space = {"train_loop_config": {"lr": tune.loguniform(1e-4, 1e-1), "filters": tune.choice([8, 16, 32])}}
    tuner = Tuner(
        trainable=trainer,
        param_space=space,
        tune_config=tune.TuneConfig(num_samples=samples, metric="loss", mode="min", scheduler=ASHAScheduler()),
        run_config=RunConfig(name="fields"),
    )
    return tuner.fit().get_best_result()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-workers", type=int, default=2)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--use-gpu", action="store_true", default=True)
    args = parser.parse_args()
    ray.init()
    print(tune_model(args.num_workers, args.use_gpu, args.samples))
