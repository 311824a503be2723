import argparse
import os
import os.path as osp
import warnings

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.filterwarnings("ignore")


class UNet(nn.Module):
    def __init__(self, n_classes, width=8):
        super().__init__()
        self.inc = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU())
        self.down = nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(width, 2 * width, 3, padding=1), nn.ReLU())
        self.up = nn.ConvTranspose2d(2 * width, width, 2, stride=2)
        self.outc = nn.Conv2d(2 * width, n_classes, 1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.up(self.down(x1))
        return self.outc(torch.cat([x1, x2], dim=1))


def build_preds(input_im, tg_size):
    img = torch.from_numpy(np.ascontiguousarray(input_im.transpose(2, 0, 1))).float().view(1, 3, *tg_size).to(device)

    with torch.no_grad():
        logits = model(img)
        probas = F.softmax(logits, dim=1)

    pred_rgb = np.zeros([*tg_size, 3])
    probas_np = probas[0].detach().cpu().numpy()
    pred_vessels = 1 - probas_np[0]
    pred_rgb[:, :, 0] = probas_np[1]
    pred_rgb[:, :, 1] = probas_np[2]
    pred_rgb[:, :, 2] = probas_np[3]
    return pred_vessels, pred_rgb


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--path_ims", metavar="path", required=False, default="retinal_images")
    parser.add_argument("--path_out", metavar="path", required=False, default="results", help="Path for saving results.")
    parser.add_argument("--checkpoint", default="models/checkpoints_uncertainty/model_final.pth.tar")
    return parser.parse_args()


if __name__ == "__main__":
    args = parse_args()
    path_out_ims = osp.join(args.path_out, "uncertainty/")
    path_test_ims = args.path_ims
    os.makedirs(path_out_ims, exist_ok=True)
    os.makedirs(path_test_ims, exist_ok=True)
    path_to_check_point = args.checkpoint

    print("Predicting with TTA...")
    num_classes = 4
    model = UNet(num_classes)
    checkpoint = torch.load(path_to_check_point)  # wanted
    model.load_state_dict(checkpoint["state_dict"])
    print("=> loaded checkpoint '{}' (epoch {})".format(path_to_check_point, checkpoint["epoch"]))
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    model.to(device)
    model.eval()

    tg_size = (32, 32)
    for im_name in os.listdir(path_test_ims):
        input_im = np.load(osp.join(path_test_ims, im_name))
        pred_vessels, pred_rgb = build_preds(input_im, tg_size)
        tta = lambda a: np.fliplr(a)
        vessels_lr, rgb_lr = build_preds(tta(input_im), tg_size)
        vessels_lr, rgb_lr = tta(vessels_lr), tta(rgb_lr)
        tta = lambda a: np.flipud(a)
        vessels_ud, rgb_ud = build_preds(tta(input_im), tg_size)
        vessels_ud, rgb_ud = tta(vessels_ud), tta(rgb_ud)
        pred_rgb = (pred_rgb + rgb_lr + rgb_ud) / 3
        np.save(path_out_ims + im_name, (255 * pred_rgb).astype(np.uint8))
    print("Done")
