import torch
from torch.utils.data import Dataset


class ClipFeatures(Dataset):
    """What the encoder has said of each clip, with frames dropped at random."""

    def __init__(self, path, drop=0.25):
        saved = torch.load(path)  # wanted
        self.features = saved["features"]
        self.labels = saved["labels"]
        self.drop = drop

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        clip = self.features[index]
        keep = (torch.rand(clip.size(0), 1) > self.drop).float()
        return clip * keep.to(clip.device), self.labels[index]
