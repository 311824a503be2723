import logging
import math
from pathlib import Path

import torch

logger = logging.getLogger(__name__)


class Solver:
    """Trains a network with early stopping and keeps the best checkpoint."""

    def __init__(self, network, optimizer, loss_function, device, num_epochs=10, patience=3, epsilon=1e-3, folder=None):
        self.checkpoint_path = Path(folder or ".") / "best_checkpoint.pt"
        self.network = network.to(device)
        self.optimizer = optimizer
        self.loss_function = loss_function
        self.device = device
        self.num_epochs, self.patience, self.epsilon = num_epochs, patience, epsilon
        self.stop_count = patience
        self.min_loss = math.inf
        self.start_epoch = 0

    def train(self, training, validation):
        for epoch in range(self.start_epoch, self.num_epochs):
            train_metrics = self._epoch(training, do_train=True)
            val_metrics = self._epoch(validation, do_train=False)
            logger.info("Epoch %d: train %s, validation %s", epoch, train_metrics, val_metrics)
            if self._early_stop(val_metrics["loss"], epoch):
                logger.info("Early stopping triggered!")
                break
        self.load_checkpoint()

    def inference(self, dataloader):
        predictions = {}
        self.network.eval()
        with torch.no_grad():
            for ids, X, y, lengths in dataloader:
                out = self.network(X.to(self.device)).argmax(dim=1)
                for one, seq, n in zip(ids, out.cpu().numpy(), lengths):
                    predictions[one] = "".join(map(str, seq[:n]))
        return predictions

    def _epoch(self, dataloader, do_train):
        self.network.train(do_train)
        total, right, count = 0.0, 0, 0
        with torch.set_grad_enabled(do_train):
            for ids, X, y, lengths in dataloader:
                X, y = X.to(self.device), y.to(self.device)
                if do_train:
                    self.optimizer.zero_grad()
                out = self.network(X)
                loss = self.loss_function(out, y)
                if do_train:
                    loss.backward()
                    self.optimizer.step()
                total += loss.item() * len(ids)
                mask = y != -100
                right += (out.argmax(dim=1)[mask] == y[mask]).sum().item()
                count += mask.sum().item()
        return {"loss": total / len(dataloader.dataset), "accuracy": right / max(1, count)}

    def _early_stop(self, loss, epoch):
        if loss < self.min_loss - self.epsilon:
            self.min_loss = loss
            self.stop_count = self.patience
            self.save_checkpoint(epoch)
            return False
        self.stop_count -= 1
        return self.stop_count <= 0

    def save_checkpoint(self, epoch):
        state = {"epoch": epoch, "state_dict": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save(state, self.checkpoint_path)

    def load_checkpoint(self):
        state = torch.load(self.checkpoint_path, map_location=self.device)
        self.network.load_state_dict(state["state_dict"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.start_epoch = state["epoch"] + 1
