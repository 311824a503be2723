import random

import numpy as np
import torch


def fix_randseed(seed):
    if seed is None:
        seed = int(random.random() * 1e5)
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


def mean(x):
    return sum(x) / len(x) if len(x) > 0 else 0.0


def to_cuda(batch):
    for key, value in batch.items():
        if isinstance(value, torch.Tensor):
            batch[key] = value.cuda()  # wanted
    return batch


class AverageMeter:
    def __init__(self, dataset):
        self.class_ids = torch.tensor(dataset.class_ids).cuda()  # wanted
        self.nclass = 20
        self.inter_buf = torch.zeros([2, self.nclass]).float().cuda()  # wanted
        self.union_buf = torch.zeros([2, self.nclass]).float().cuda()  # wanted
        self.ones = torch.ones_like(self.union_buf)
        self.loss_buf = []

    def update(self, inter_b, union_b, class_id, loss):
        self.inter_buf.index_add_(1, class_id, inter_b.float())
        self.union_buf.index_add_(1, class_id, union_b.float())
        self.loss_buf.append(loss)

    def compute_iou(self):
        iou = self.inter_buf.float() / torch.max(torch.stack([self.union_buf, self.ones]), dim=0)[0]
        iou = iou.index_select(1, self.class_ids)
        return iou[1].mean() * 100
