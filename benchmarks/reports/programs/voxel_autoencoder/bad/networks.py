import torch
import torch.nn as nn


class VoxelAutoEncoder(nn.Module):
    def __init__(self, num_class, width=16):
        super().__init__()
        self.embedding = nn.Embedding(num_class, 8)
        self.encoder = nn.Sequential(nn.Conv3d(8, width, 3, padding=1), nn.ReLU(),
                                     nn.Conv3d(width, width, 3, padding=1))
        self.decoder = nn.Sequential(nn.Linear(width + 3, 32), nn.ReLU(), nn.Linear(32, num_class))

    def forward(self, vox, query):
        features = self.encoder(self.embedding(vox).permute(0, 4, 1, 2, 3))
        sampled = nn.functional.grid_sample(features, query.flip(-1)[:, :, None, None, :], align_corners=True)
        sampled = sampled[..., 0, 0].transpose(1, 2)
        return self.decoder(torch.cat([sampled, query], dim=-1))
