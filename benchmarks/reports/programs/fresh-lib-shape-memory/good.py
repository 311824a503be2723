import argparse
import os

import numpy as np
import timm
import torch
from sklearn.decomposition import sparse_encode
from sklearn.metrics import roc_auc_score


class RGBModel(torch.nn.Module):
    def __init__(self, device, backbone_name="wide_resnet50_2", out_indices=(1, 2)):
        super().__init__()
        self.backbone = timm.create_model(backbone_name, pretrained=True, features_only=True, out_indices=out_indices)
        self.device = device
        for p in self.backbone.parameters():
            p.requires_grad = False

    def forward(self, x):
        return self.backbone(x.to(self.device))


class Features(torch.nn.Module):
    def __init__(self, image_size=224):
        super().__init__()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.rgb_feature_extractor = RGBModel(self.device).to(self.device).eval()
        self.image_size = image_size
        self.average = torch.nn.AvgPool2d(3, stride=1)
        self.resize = torch.nn.AdaptiveAvgPool2d((28, 28))
        self.rgb_patch_lib = []
        self.weight, self.bias = 1.0, 0.0
        self.initialize_score()

    def initialize_score(self):
        self.image_preds, self.image_labels, self.pixel_preds = [], [], []

    def patches(self, image):
        with torch.no_grad():
            maps = self.rgb_feature_extractor(image)
        maps = [self.resize(self.average(m)) for m in maps]
        patch = torch.cat(maps, 1)
        return patch.reshape(patch.shape[1], -1).T

    def add_sample_to_mem_bank(self, image, foreground):
        self.rgb_patch_lib.append(self.patches(image)[foreground].cpu())

    def foreground_subsampling(self, keep=2000):
        self.rgb_patch_lib = torch.cat(self.rgb_patch_lib, 0)
        chosen = torch.randperm(len(self.rgb_patch_lib))[:keep]
        self.rgb_patch_lib = self.rgb_patch_lib[chosen]

    def dict_compute_map(self, rgb_patch, foreground, mode="testing"):
        s_map = torch.zeros(28 * 28)
        pdist = torch.nn.PairwiseDistance(p=2, eps=1e-12)
        shape_guide = self.rgb_patch_lib
        rgb_patch = rgb_patch[foreground]
        dist = torch.cdist(rgb_patch, shape_guide.to(self.device))
        knn_val, knn_idx = torch.topk(dist, k=5 + 1, largest=False)
        if mode == "alignment":
            knn_idx = knn_idx[:, 1:]
        else:
            knn_idx = knn_idx[:, :-1]
        rgb_patch, knn_idx = rgb_patch.cpu(), knn_idx.cpu()
        sparse = []
        for patch in range(knn_idx.shape[0]):
            knn_features = shape_guide[knn_idx[patch]]
            code = sparse_encode(
                X=rgb_patch[patch].view(1, -1), dictionary=knn_features, algorithm="omp", n_nonzero_coefs=3, alpha=1e-10,
            )
            sparse.append(torch.matmul(torch.Tensor(code), knn_features))
        s_map[foreground] = pdist(rgb_patch, torch.cat(sparse, 0))
        s = torch.max(s_map)
        s_map = s_map.view(1, 1, 28, 28)
        size = (self.image_size, self.image_size)
        return torch.nn.functional.interpolate(s_map, size=size, mode="bilinear", align_corners=False), s

    def align(self, image, foreground):
        s_map, _ = self.dict_compute_map(self.patches(image), foreground, mode="alignment")
        values = s_map[s_map > 0].numpy()
        return values.mean() - 3 * values.std(), values.mean() + 3 * values.std()

    def predict(self, image, foreground, label):
        s_map, s = self.dict_compute_map(self.patches(image), foreground)
        self.image_preds.append(float(s) * self.weight + self.bias)
        self.image_labels.append(label)
        self.pixel_preds.append(s_map.squeeze().numpy())


def load(folder, size):
    for name in sorted(os.listdir(folder)):
        sample = np.load(os.path.join(folder, name))
        image = torch.from_numpy(sample["rgb"]).permute(2, 0, 1).float()[None] / 255
        image = torch.nn.functional.interpolate(image, size=(size, size))
        depth = torch.from_numpy(sample["depth"]).float()[None, None]
        depth = torch.nn.functional.interpolate(depth, size=(28, 28)).flatten()
        yield image, torch.nonzero(depth > 0).flatten(), int(sample["label"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="anomalies/bagel")
    parser.add_argument("--image-size", type=int, default=224)
    parser.add_argument("--output", default="results.npz")
    args = parser.parse_args()
    torch.manual_seed(0)
    core = Features(args.image_size)
    for image, foreground, _ in load(os.path.join(args.data, "train"), args.image_size):
        core.add_sample_to_mem_bank(image, foreground)
    core.foreground_subsampling()
    lows, highs = zip(*[core.align(i, f) for i, f, _ in load(os.path.join(args.data, "valid"), args.image_size)])
    core.weight = 1 / (np.mean(highs) - np.mean(lows))
    core.bias = -core.weight * np.mean(lows)
    for image, foreground, label in load(os.path.join(args.data, "test"), args.image_size):
        core.predict(image, foreground, label)
    print("image rocauc", roc_auc_score(core.image_labels, core.image_preds))
    np.savez(args.output, preds=np.array(core.image_preds), maps=np.stack(core.pixel_preds))


if __name__ == "__main__":
    main()
