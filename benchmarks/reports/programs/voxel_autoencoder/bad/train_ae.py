import argparse
import os

import torch
from torch.utils.data import DataLoader

from networks import VoxelAutoEncoder
from scene_dataset import SceneDataset


class Trainer:
    def __init__(self, args):
        self.args = args
        self.global_step, self.start_epoch = 0, 0
        self.train_dataset, self.val_dataset = SceneDataset(args, "train"), SceneDataset(args, "val")
        self.num_class = self.train_dataset.num_class
        self.train_batches = DataLoader(self.train_dataset, batch_size=args.bs, shuffle=True,
                                           num_workers=args.num_workers, pin_memory=True)
        self.val_batches = DataLoader(self.val_dataset, batch_size=1, shuffle=False,
                                         num_workers=args.num_workers, pin_memory=True)

        self.model = VoxelAutoEncoder(self.num_class).cuda()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=args.lr)
        self.scheduler = torch.optim.lr_scheduler.MultiStepLR(self.optimizer, [30, 40], 0.1)
        self.criteria = {"ce": torch.nn.CrossEntropyLoss(weight=self.train_dataset.weights, ignore_index=255)}

    def train(self):
        for epoch in range(self.start_epoch, self.args.epochs):
            self._epoch(epoch)
            print(f"epoch {epoch}: accuracy {self._evaluate():.3f}")
            self.scheduler.step()

    def _move(self, batch):
        vox, query, label, coord = batch
        return vox.long().cuda(), query.float().cuda(), label.long().cuda(), coord.long().cuda()

    def _loss(self, vox, query, label):
        predicted = self.model(vox, query)
        return self.criteria["ce"](predicted.view(-1, self.num_class), label.view(-1)), predicted

    def _epoch(self, epoch):
        self.model.train()
        for batch in self.train_batches:
            vox, query, label, _ = self._move(batch)
            loss, _ = self._loss(vox, query, label)
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            print(f"epoch {epoch} step {self.global_step} loss {loss.detach().item():.4f}")
            self.global_step += 1

    @torch.no_grad()
    def _evaluate(self):
        self.model.eval()
        right, count = 0, 0
        for batch in self.val_batches:
            vox, query, label, _ = self._move(batch)
            _, predicted = self._loss(vox, query, label)
            right += (predicted.argmax(-1) == label).sum().item()
            count += label.numel()
        torch.save({"model": self.model.state_dict()}, os.path.join(self.args.save_path, "ae.pt"))
        return right / count


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenes", type=int, default=8)
    parser.add_argument("--queries", type=int, default=32)
    parser.add_argument("--bs", type=int, default=4)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--num_workers", type=int, default=2)
    parser.add_argument("--save_path", default=".")
    Trainer(parser.parse_args()).train()
