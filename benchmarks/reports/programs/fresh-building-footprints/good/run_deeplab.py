import argparse
import glob
import os

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

from deeplab import DeepLab, load_model


class TileDataset(Dataset):
    MEAN, STD = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])

    def __init__(self, root):
        self.files = sorted(glob.glob(os.path.join(root, "*.npy")))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, i):
        tile = np.load(self.files[i])
        image, mask = tile[..., :3], tile[..., 3]
        image = ((image - self.MEAN) / self.STD).transpose(2, 0, 1).astype(np.float32)
        return {"image": torch.from_numpy(image), "mask": torch.from_numpy(mask.astype(np.int64)), "name": self.files[i]}


class Evaluator:
    def __init__(self, n):
        self.confusion = np.zeros((n, n))

    def add_batch(self, gt, pred):
        n = len(self.confusion)
        self.confusion += np.bincount(n * gt.ravel() + pred.ravel(), minlength=n * n).reshape(n, n)

    def miou(self):
        inter = np.diag(self.confusion)
        return np.nanmean(inter / (self.confusion.sum(0) + self.confusion.sum(1) - inter + 1e-9))


def handle_evaluate(model, loader, args, infer_only=False):
    model.eval()
    evaluator, loss = Evaluator(2), 0.0
    os.makedirs(args.output_dir, exist_ok=True)
    for sample in loader:
        image, target = sample["image"], sample["mask"]
        if args.cuda:
            image, target = image.cuda(), target.cuda()
        with torch.no_grad():
            output = model(image)
        pred = output.argmax(dim=1).cpu().numpy()
        if not infer_only:
            loss += F.cross_entropy(output, target).item()
            evaluator.add_batch(target.cpu().numpy(), pred)
        for name, one in zip(sample["name"], pred):
            np.save(os.path.join(args.output_dir, "pred_" + os.path.basename(name)), one)
    if not infer_only:
        print("loss %.4f miou %.4f" % (loss / max(1, len(loader)), evaluator.miou()))


def handle_train(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
    for epoch in range(args.epochs):
        model.train()
        for sample in loader:
            image, target = sample["image"], sample["mask"]
            if args.cuda:
                image, target = image.cuda(), target.cuda()
            optimizer.zero_grad()
            loss = F.cross_entropy(model(image), target)
            loss.backward()
            optimizer.step()
        print("epoch", epoch, loss.item())
        torch.save({"model": model.state_dict(), "epoch": epoch, "best_miou": 0.0}, args.best_miou)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=("train", "evaluate", "infer"), default="train")
    parser.add_argument("--data-root", default="tiles")
    parser.add_argument("--best-miou", default="best_miou_checkpoint.pth.tar")
    parser.add_argument("--output-dir", default="preds")
    parser.add_argument("--batch-size", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--no-cuda", action="store_true", default=False)
    args = parser.parse_args()
    args.cuda = not args.no_cuda and torch.cuda.is_available()
    if not glob.glob(os.path.join(args.data_root, "*.npy")):
        os.makedirs(args.data_root, exist_ok=True)
        for i in range(4):
            tile = np.random.rand(32, 32, 4)
            tile[..., 3] = tile[..., 0] > 0.5
            np.save(os.path.join(args.data_root, f"tile{i}.npy"), tile)
    model = DeepLab()
    if args.mode != "train":
        load_model(model, args.best_miou)
    if args.cuda:
        model = model.cuda()
    loader = DataLoader(TileDataset(args.data_root), batch_size=args.batch_size, shuffle=args.mode == "train")
    if args.mode == "train":
        handle_train(model, loader, args)
    else:
        handle_evaluate(model, loader, args, infer_only=args.mode == "infer")


if __name__ == "__main__":
    main()
