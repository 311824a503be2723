import torch
import torch.nn as nn
import torch.nn.functional as F


class DescriptorModel(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.num_group = args.num_group
        self.backbone = nn.Sequential(
            nn.Conv2d(3, args.channels, 3, padding=1),
            nn.BatchNorm2d(args.channels),
            nn.ReLU(),
            nn.Conv2d(args.channels, args.channels * args.num_group, 3, padding=1),
        )

    def forward(self, image, keypoints):
        features = self.backbone(image)
        size = torch.tensor(image.shape[-2:][::-1], device=keypoints.device)
        grid = (2 * keypoints / (size - 1) - 1).unsqueeze(1)
        return F.grid_sample(features, grid, align_corners=True).squeeze(2).transpose(1, 2)


class PoolAndNorm(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.num_group = args.num_group

    def forward(self, kpts, descs):
        B, K, C = descs.shape
        descs = descs.view(B, K, C // self.num_group, self.num_group)
        return kpts, F.normalize(descs.amax(-1), dim=-1)


def load_model(args):
    model = DescriptorModel(args)
    if args.multi_gpu != "-1":
        devices = [int(i) for i in args.multi_gpu.split(",")]
        model = torch.nn.DataParallel(model, device_ids=devices)
        print("Multi-gpu training : {}".format(devices))

    if args.load_dir != "":
        model.train()
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        checkpoint = torch.load(args.load_dir, map_location=device)
        model.load_state_dict(checkpoint)
        print("Successfully loaded: {}".format(args.load_dir))
        model.eval()

    model.to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    print("Model loading is done. \n")
    return model
