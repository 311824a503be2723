import argparse
import os
import time

import numpy as np
import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn
import torch.nn.functional as F
import torch.nn.init as init
import torch.optim as optim
import torch.utils.data as data


def str2bool(v):
    return v.lower() in ("yes", "true", "t", "1")


parser = argparse.ArgumentParser(description="Single Shot MultiBox Detector Training With Pytorch")
parser.add_argument("--batch_size", default=4, type=int, help="Batch size for training")
parser.add_argument("--resume", default=None, type=str, help="Checkpoint to resume training from")
parser.add_argument("--max_iter", default=3, type=int)
parser.add_argument("--num_workers", default=0, type=int, help="Number of workers used in dataloading")
parser.add_argument("--cuda", default=True, type=str2bool, help="Use CUDA to train model")
parser.add_argument("--lr", "--learning-rate", default=1e-3, type=float, help="initial learning rate")
parser.add_argument("--save_folder", default="weights/", help="Directory for saving checkpoint models")
args = parser.parse_args()


if torch.cuda.is_available():
    if args.cuda:
        torch.set_default_tensor_type("torch.cuda.FloatTensor")
    if not args.cuda:
        print("WARNING: It looks like you have a CUDA device, but aren't using CUDA.")
        torch.set_default_tensor_type("torch.FloatTensor")
else:
    torch.set_default_tensor_type("torch.FloatTensor")


class Boxes(data.Dataset):
    name = "Boxes"

    def __init__(self, n=16):
        self.ids = list(range(n))

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, index):
        rng = np.random.default_rng(index)
        image = rng.random((3, 32, 32), dtype=np.float32)
        target = np.array([[0.1, 0.1, 0.6, 0.7, index % 3]], dtype=np.float32)
        return torch.from_numpy(image), target


def detection_collate(batch):
    targets, imgs = [], []
    for sample in batch:
        imgs.append(sample[0])
        targets.append(torch.FloatTensor(sample[1]))
    return torch.stack(imgs, 0), targets


class SSD(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.base = nn.Sequential(nn.Conv2d(3, 16, 3, 4, 1), nn.ReLU(inplace=True))
        self.loc = nn.Conv2d(16, 4, 3, padding=1)
        self.conf = nn.Conv2d(16, num_classes, 3, padding=1)

    def forward(self, x):
        x = self.base(x)
        return self.loc(x).mean((2, 3)), self.conf(x).mean((2, 3))


class MultiBoxLoss(nn.Module):
    def __init__(self, num_classes, use_gpu=True):
        super().__init__()
        self.use_gpu = use_gpu
        self.num_classes = num_classes

    def forward(self, predictions, targets):
        loc, conf = predictions
        num = loc.size(0)
        loc_t = torch.Tensor(num, 4)
        conf_t = torch.LongTensor(num)
        for idx in range(num):
            loc_t[idx] = targets[idx][0, :4].data
            conf_t[idx] = targets[idx][0, -1].long()
        if self.use_gpu:
            loc_t = loc_t.cuda()
            conf_t = conf_t.cuda()
        return F.smooth_l1_loss(loc, loc_t), F.cross_entropy(conf, conf_t)


def weights_init(m):
    if isinstance(m, nn.Conv2d):
        init.xavier_uniform_(m.weight.data)
        m.bias.data.zero_()


def train():
    dataset = Boxes()
    ssd_net = SSD(3)
    net = ssd_net
    if args.cuda:
        net = torch.nn.DataParallel(ssd_net)
        cudnn.benchmark = True
    if args.resume:
        print("Resuming training, loading {}...".format(args.resume))
        ssd_net.load_state_dict(torch.load(args.resume, map_location="cpu"))
    if args.cuda:
        net = net.cuda()
    if not args.resume:
        ssd_net.loc.apply(weights_init)
        ssd_net.conf.apply(weights_init)
    optimizer = optim.SGD(net.parameters(), lr=args.lr, momentum=0.9, weight_decay=5e-4)
    criterion = MultiBoxLoss(3, args.cuda)
    net.train()
    loc_loss = 0
    conf_loss = 0
    print("Training SSD on:", dataset.name)
    data_loader = data.DataLoader(
        dataset,
        args.batch_size,
        num_workers=args.num_workers,
        shuffle=True,
        generator=torch.Generator(device="cuda" if args.cuda else "cpu"),
        collate_fn=detection_collate,
    )
    batch_iterator = iter(data_loader)
    for iteration in range(args.max_iter):
        images, targets = next(batch_iterator)
        if args.cuda:
            images = images.cuda()
            targets = [ann.cuda() for ann in targets]
        t0 = time.time()
        out = net(images)
        optimizer.zero_grad()
        loss_l, loss_c = criterion(out, targets)
        loss = loss_l + loss_c
        loss.backward()
        optimizer.step()
        loc_loss += loss_l.item()
        conf_loss += loss_c.item()
        print("timer: %.4f sec." % (time.time() - t0), "iter %d || Loss: %.4f ||" % (iteration, loss.item()))


if __name__ == "__main__":
    train()
