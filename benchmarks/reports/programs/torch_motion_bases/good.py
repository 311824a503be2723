from dataclasses import dataclass

import torch


@dataclass
class Tracks:
    xyz: torch.Tensor
    visibles: torch.Tensor
    confidences: torch.Tensor

    def filter(self, mask):
        return Tracks(self.xyz[mask], self.visibles[mask], self.confidences[mask])


class KMeans:
    def __init__(self, n_clusters, n_iter=10):
        self.n_clusters = n_clusters
        self.n_iter = n_iter
        self.labels_ = None

    def fit(self, x):
        centers = x[torch.randperm(len(x), device=x.device)[: self.n_clusters]]
        for _ in range(self.n_iter):
            self.labels_ = torch.cdist(x, centers).argmin(1)
            centers = torch.stack([x[self.labels_ == k].mean(0) for k in range(self.n_clusters)])
            centers = torch.nan_to_num(centers)
        return self


def interp_masked(vals, mask):
    """Replace what is not visible by the last visible value."""
    out = vals.clone()
    for t in range(1, vals.shape[1]):
        out[:, t] = torch.where(mask[:, t, None], vals[:, t], out[:, t - 1])
    return out


def get_tracks(num=200, frames=12):
    groups = torch.randint(0, 3, (num,))
    speed = torch.randn(3, 1, 3)[groups]
    xyz = torch.randn(num, 1, 3) + speed * torch.arange(frames).view(1, -1, 1)
    xyz = xyz + 0.01 * torch.randn_like(xyz)
    visibles = torch.rand(num, frames) > 0.1
    return Tracks(xyz, visibles, torch.ones(num, frames))


def sample_initial_bases_centers(mode, cano_t, tracks, num_bases):
    assert mode in ["kmeans", "random"]
    means_canonical = tracks.xyz[:, cano_t].clone()
    xyz = tracks.xyz.cuda()
    visibles = tracks.visibles.cuda()
    num_tracks = xyz.shape[0]
    xyz_interp = interp_masked(xyz, visibles)
    velocities = xyz_interp[:, 1:] - xyz_interp[:, :-1]
    vel_dirs = (velocities / (torch.linalg.norm(velocities, dim=-1, keepdim=True) + 1e-5)).reshape((num_tracks, -1))
    if mode == "kmeans":
        model = KMeans(n_clusters=num_bases)
        model.fit(vel_dirs)
        labels = model.labels_
    else:
        labels = torch.randint(0, num_bases, (num_tracks,), device="cuda")
    num_bases = labels.max().item() + 1
    sampled_centers = torch.stack(
        [
            means_canonical[(labels == i).to(means_canonical.device)].median(dim=0).values
            for i in range(num_bases)
        ]
    )[None]
    print("number of {} clusters: ".format(mode), num_bases)
    return sampled_centers, num_bases, labels


def init_motion_params(tracks, num_bases=3, cano_t=0):
    centers, num_bases, labels = sample_initial_bases_centers("kmeans", cano_t, tracks, num_bases)
    means = tracks.xyz[:, cano_t].cuda()
    dists = torch.norm(means[:, None] - centers.cuda(), dim=-1)
    coefs = 10 * torch.exp(-dists)
    return coefs, centers


def main():
    torch.manual_seed(1)
    tracks = get_tracks()
    tracks = tracks.filter(tracks.visibles.sum(1) > 6)
    coefs, centers = init_motion_params(tracks)
    print(coefs.shape, centers.shape)


if __name__ == "__main__":
    main()
