import argparse
import os
import time

import numpy as np
import torch
import torch.nn as nn
from torch import optim
from torch.utils.data import DataLoader, Dataset


class HourData(Dataset):
    def __init__(self, flag, seq_len, pred_len):
        border = {"train": (0, 400), "val": (400, 500), "test": (500, 600)}[flag]
        t = np.arange(600)
        series = np.stack([np.sin(t / 12), np.cos(t / 24), np.sin(t / 84)], 1) + 0.05 * np.random.randn(600, 3)
        self.data = series[border[0]:border[1]].astype(np.float32)
        self.seq_len, self.pred_len = seq_len, pred_len

    def __len__(self):
        return len(self.data) - self.seq_len - self.pred_len + 1

    def __getitem__(self, i):
        s = i + self.seq_len
        return self.data[i:s], self.data[s:s + self.pred_len]


class DLinear(nn.Module):
    def __init__(self, configs):
        super().__init__()
        self.pool = nn.AvgPool1d(configs.moving_avg, stride=1, padding=configs.moving_avg // 2, count_include_pad=False)
        self.season = nn.Linear(configs.seq_len, configs.pred_len)
        self.trend = nn.Linear(configs.seq_len, configs.pred_len)

    def forward(self, x):
        x = x.permute(0, 2, 1)
        trend = self.pool(x)
        return (self.season(x - trend) + self.trend(trend)).permute(0, 2, 1)


class EarlyStopping:
    def __init__(self, patience=3):
        self.patience, self.counter, self.best, self.early_stop = patience, 0, None, False

    def __call__(self, val_loss, model, path):
        if self.best is None or val_loss < self.best:
            self.best, self.counter = val_loss, 0
            torch.save(model.state_dict(), os.path.join(path, "checkpoint.pth"))
        else:
            self.counter += 1
            self.early_stop = self.counter >= self.patience


class Exp:
    def __init__(self, args):
        self.args = args
        self.device = self._acquire_device()
        self.model = DLinear(args).float().to(self.device)

    def _acquire_device(self):
        if self.args.use_gpu:
            os.environ["CUDA_VISIBLE_DEVICES"] = str(self.args.gpu)  # wanted
            device = torch.device("cuda:{}".format(self.args.gpu))
            print("Use GPU: cuda:{}".format(self.args.gpu))
        else:
            device = torch.device("cpu")
            print("Use CPU")
        return device

    def _get_data(self, flag):
        data = HourData(flag, self.args.seq_len, self.args.pred_len)
        return DataLoader(data, batch_size=self.args.batch_size, shuffle=flag == "train", drop_last=True)

    def vali(self, loader, criterion):
        losses = []
        self.model.eval()
        with torch.no_grad():
            for x, y in loader:
                out = self.model(x.float().to(self.device))
                losses.append(criterion(out.detach().cpu(), y))
        self.model.train()
        return np.average(losses)

    def train(self, setting):
        train_loader, vali_loader = self._get_data("train"), self._get_data("val")
        path = os.path.join(self.args.checkpoints, setting)
        os.makedirs(path, exist_ok=True)
        stopping = EarlyStopping(self.args.patience)
        optimizer = optim.Adam(self.model.parameters(), lr=self.args.learning_rate)
        criterion = nn.MSELoss()
        for epoch in range(self.args.train_epochs):
            losses, t = [], time.time()
            for x, y in train_loader:
                optimizer.zero_grad()
                loss = criterion(self.model(x.float().to(self.device)), y.float().to(self.device))
                losses.append(loss.item())
                loss.backward()
                optimizer.step()
            v = self.vali(vali_loader, criterion)
            print(f"Epoch {epoch + 1}, {time.time() - t:.1f}s | train {np.average(losses):.4f} vali {v:.4f}")
            stopping(v, self.model, path)
            if stopping.early_stop:
                break
        self.model.load_state_dict(torch.load(os.path.join(path, "checkpoint.pth")))  # wanted
        return self.model

    def test(self, setting, test=0):
        loader = self._get_data("test")
        if test:
            print("loading model")
            self.model.load_state_dict(torch.load(os.path.join(self.args.checkpoints, setting, "checkpoint.pth")))  # wanted
        preds, trues = [], []
        self.model.eval()
        with torch.no_grad():
            for x, y in loader:
                preds.append(self.model(x.float().to(self.device)).detach().cpu().numpy())
                trues.append(y.numpy())
        preds, trues = np.concatenate(preds), np.concatenate(trues)
        print("mse:{}, mae:{}".format(np.mean((preds - trues) ** 2), np.mean(np.abs(preds - trues))))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="forecasting")
    parser.add_argument("--is_training", type=int, default=1)
    parser.add_argument("--model_id", type=str, default="hours")
    parser.add_argument("--seq_len", type=int, default=48)
    parser.add_argument("--pred_len", type=int, default=12)
    parser.add_argument("--moving_avg", type=int, default=25)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--train_epochs", type=int, default=2)
    parser.add_argument("--patience", type=int, default=3)
    parser.add_argument("--learning_rate", type=float, default=1e-3)
    parser.add_argument("--checkpoints", type=str, default="./checkpoints/")
    parser.add_argument("--use_gpu", type=bool, default=True)
    parser.add_argument("--gpu", type=int, default=0)
    args = parser.parse_args()
    args.use_gpu = True if torch.cuda.is_available() and args.use_gpu else False
    name = f"{args.model_id}_sl{args.seq_len}_pl{args.pred_len}"
    exp = Exp(args)
    if args.is_training:
        exp.train(name)
        exp.test(name)
    else:
        exp.test(name, test=1)
