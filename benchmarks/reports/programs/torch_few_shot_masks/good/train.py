import argparse

import torch
import torch.nn as nn
import torch.optim as optim
import utils
from model import MaskNetwork


class Episodes(torch.utils.data.Dataset):
    class_ids = list(range(5))

    def __len__(self):
        return 8

    def __getitem__(self, idx):
        return {
            "query_img": torch.randn(3, 16, 16),
            "query_mask": (torch.rand(16, 16) > 0.5).float(),
            "support_imgs": torch.randn(1, 3, 16, 16),
            "support_masks": (torch.rand(1, 16, 16) > 0.5).float(),
            "query_name": "%03d" % idx,
            "class_id": torch.tensor(idx % 5),
        }


def classify_prediction(pred_mask, batch):
    gt = batch["query_mask"]
    inter, union = [], []
    for p, g in zip(pred_mask, gt):
        inter.append(torch.stack([((p == v) & (g == v)).sum() for v in (0, 1)]))
        union.append(torch.stack([((p == v) | (g == v)).sum() for v in (0, 1)]))
    return torch.stack(inter, 1), torch.stack(union, 1)


def train(epoch, model, dataloader, optimizer, training, device):
    utils.fix_randseed(None) if training else utils.fix_randseed(0)
    model.train() if training else model.eval()
    average_meter = utils.AverageMeter(dataloader.dataset, device)
    for idx, batch in enumerate(dataloader):
        batch = utils.to_cuda(batch, device)
        logit_mask = model(batch["query_img"], batch["support_imgs"].squeeze(1), batch["support_masks"].squeeze(1))
        pred_mask = logit_mask.argmax(dim=1)
        loss = model.compute_objective(logit_mask, batch["query_mask"])
        if training:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        area_inter, area_union = classify_prediction(pred_mask, batch)
        average_meter.update(area_inter, area_union, batch["class_id"], loss.detach().clone())
    avg_loss = utils.mean(average_meter.loss_buf)
    return avg_loss, average_meter.compute_iou()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Few-shot segmentation")
    parser.add_argument("--bsz", type=int, default=2)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--niter", type=int, default=1)
    args = parser.parse_args()
    model = MaskNetwork()
    device = torch.device("cuda:1" if torch.cuda.is_available() else "cpu")
    model.to(device)
    optimizer = optim.Adam([{"params": model.parameters(), "lr": args.lr}])
    loader = torch.utils.data.DataLoader(Episodes(), batch_size=args.bsz, shuffle=True)
    for epoch in range(args.niter):
        loss, iou = train(epoch, model, loader, optimizer, True, device)
        with torch.no_grad():
            val_loss, val_iou = train(epoch, model, loader, optimizer, False, device)
        print(epoch, float(loss), float(iou), float(val_loss), float(val_iou))
