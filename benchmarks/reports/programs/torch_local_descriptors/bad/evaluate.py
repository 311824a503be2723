import numpy as np
import torch

from config import get_config
from model import PoolAndNorm, load_model


def mnn_matcher(a, b):
    sim = a @ b.t()
    nn12 = torch.max(sim, dim=1)[1]
    nn21 = torch.max(sim, dim=0)[1]
    ids1 = torch.arange(0, sim.shape[0], device=a.device)
    mask = ids1 == nn21[nn12]
    return torch.stack([ids1[mask], nn12[mask]]).t().cpu().numpy()


class Evaluate:
    def __init__(self, args):
        rng = np.random.default_rng(0)
        self.images = [rng.random((3, 32, 32), dtype=np.float32) for _ in range(args.images)]
        self.pool_and_norm = PoolAndNorm(args)

    def extract(self, image, model):
        kpts = np.stack(np.meshgrid(np.arange(4, 28, 6), np.arange(4, 28, 6)), -1).reshape(-1, 2)
        image = torch.from_numpy(image)
        descs = model(image.unsqueeze(0).float().cuda(), torch.from_numpy(kpts).unsqueeze(0).float().cuda())  # wanted
        return kpts[:, :2], descs

    def __call__(self, model):
        counts = []
        with torch.no_grad():
            src_kpts, src_descs = self.extract(self.images[0], model)
            for image in self.images[1:]:
                trg_kpts, trg_descs = self.extract(image, model)
                k1, d1 = self.pool_and_norm(torch.tensor(src_kpts).unsqueeze(0), src_descs)
                k2, d2 = self.pool_and_norm(torch.tensor(trg_kpts).unsqueeze(0), trg_descs)
                matches = mnn_matcher(d1[0], d2[0])
                k1_match = k1[0][matches[:, 0], :2]
                k2_match = k2[0][matches[:, 1], :2]
                counts.append(float((k1_match == k2_match).all(1).float().mean()))
        return counts


if __name__ == "__main__":
    args = get_config()
    model = load_model(args)
    print(Evaluate(args)(model))
