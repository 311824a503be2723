import argparse
import random
import time
import warnings

import torch
import torch.nn as nn
import torch.nn.parallel
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser(description="Training of an image classifier")
parser.add_argument("-j", "--workers", default=0, type=int)
parser.add_argument("--epochs", default=1, type=int)
parser.add_argument("-b", "--batch-size", default=8, type=int)
parser.add_argument("--lr", "--learning-rate", default=0.1, type=float, dest="lr")
parser.add_argument("-p", "--print-freq", default=1, type=int)
parser.add_argument("--resume", default="", type=str)
parser.add_argument("--seed", default=None, type=int)
parser.add_argument("--gpu", default=0, type=int, help="GPU id to use.")
best_acc1 = 0


class AverageMeter:
    def __init__(self, name):
        self.name = name
        self.sum = self.count = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        maxk = max(topk)
        _, pred = output.topk(maxk, 1, True, True)
        correct = pred.t().eq(target.view(1, -1).expand_as(pred.t()))
        return [correct[:k].reshape(-1).float().sum(0) * (100.0 / target.size(0)) for k in topk]


def main():
    args = parser.parse_args()
    if args.seed is not None:
        random.seed(args.seed)
        torch.manual_seed(args.seed)
        warnings.warn("You have chosen to seed training.")
    if args.gpu is not None:
        warnings.warn("You have chosen a specific GPU.")
    main_worker(args.gpu, torch.cuda.device_count(), args)


def main_worker(gpu, ngpus_per_node, args):
    global best_acc1
    args.gpu = gpu
    if args.gpu is not None:
        print("Use GPU: {} for training".format(args.gpu))
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10))
    if not torch.cuda.is_available() and not torch.backends.mps.is_available():
        print("using CPU, this will be slow")
    elif args.gpu is not None and torch.cuda.is_available():
        torch.cuda.set_device(args.gpu)
        model = model.cuda(args.gpu)
    elif torch.backends.mps.is_available():
        device = torch.device("mps")
        model = model.to(device)
    else:
        model = torch.nn.DataParallel(model).cuda()

    if torch.cuda.is_available():
        if args.gpu:
            device = torch.device("cuda:{}".format(args.gpu))
        else:
            device = torch.device("cuda")
    elif torch.backends.mps.is_available():
        device = torch.device("mps")
    else:
        device = torch.device("cpu")
    criterion = nn.CrossEntropyLoss().to(device)
    optimizer = torch.optim.SGD(model.parameters(), args.lr, momentum=0.9)
    data = TensorDataset(torch.randn(32, 3, 16, 16), torch.randint(0, 10, (32,)))
    train_loader = DataLoader(data, batch_size=args.batch_size, shuffle=True, num_workers=args.workers)
    val_loader = DataLoader(data, batch_size=args.batch_size, num_workers=args.workers)
    for epoch in range(args.epochs):
        train(train_loader, model, criterion, optimizer, epoch, args)
        acc1 = validate(val_loader, model, criterion, args)
        best_acc1 = max(acc1, best_acc1)


def train(train_loader, model, criterion, optimizer, epoch, args):
    batch_time = AverageMeter("Time")
    losses = AverageMeter("Loss")
    model.train()
    end = time.time()
    for i, (images, target) in enumerate(train_loader):
        if args.gpu is not None and torch.cuda.is_available():
            images = images.cuda(args.gpu, non_blocking=True)
        elif not args.gpu and torch.cuda.is_available():
            target = target.cuda(args.gpu, non_blocking=True)  # wanted
        elif torch.backends.mps.is_available():
            images = images.to("mps")
            target = target.to("mps")

        output = model(images)
        loss = criterion(output, target)  # wanted
        acc1, acc5 = accuracy(output, target, topk=(1, 5))
        losses.update(loss.item(), images.size(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        batch_time.update(time.time() - end)
        end = time.time()
        if i % args.print_freq == 0:
            print(epoch, i, losses.avg, acc1.item(), batch_time.avg)


def validate(val_loader, model, criterion, args):
    top1 = AverageMeter("Acc@1")
    model.eval()
    with torch.no_grad():
        for images, target in val_loader:
            if args.gpu is not None and torch.cuda.is_available():
                images = images.cuda(args.gpu, non_blocking=True)
            if torch.backends.mps.is_available():
                images = images.to("mps")
                target = target.to("mps")
            if torch.cuda.is_available():
                target = target.cuda(args.gpu, non_blocking=True)
            output = model(images)
            loss = criterion(output, target)
            acc1, _ = accuracy(output, target, topk=(1, 5))
            top1.update(acc1.item(), images.size(0))
    return top1.avg


if __name__ == "__main__":
    main()
