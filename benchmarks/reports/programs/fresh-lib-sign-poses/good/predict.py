import argparse
import json
import os

import numpy as np
import torch
from model import PoseGenerator


class PoseFiles:
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "index.json"), encoding="utf-8") as f:
            self.rows = json.load(f)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        data = np.load(os.path.join(self.folder, row["id"] + ".npy")).astype(np.float32)
        return {"id": row["id"], "text": row["hamnosys"], "pose": torch.from_numpy(data)}


def write(seq, folder, name, label=None):
    data = torch.unsqueeze(seq, 1).cpu()
    conf = torch.ones_like(data[:, :, :, 0])
    arrays = {"data": data.numpy(), "confidence": conf.numpy()}
    if label is not None:
        arrays["label"] = label.numpy()
    np.savez(os.path.join(folder, f"{name}.npz"), **arrays)


def pred(model, dataset, output_dir, vis_process=False, gen_k=30, subset=None):
    os.makedirs(output_dir, exist_ok=True)
    model.eval()
    done = []
    with torch.no_grad():
        for i in range(len(dataset)):
            datum = dataset[i]
            if subset is not None and datum["id"] not in subset:
                continue
            if i >= gen_k and subset is None:
                break
            first_pose = datum["pose"][0].to(model.device)
            sequences = []
            seq_iter = model.forward(text=datum["text"], first_pose=first_pose)
            for j in range(model.num_steps):
                seq = next(seq_iter)
                if vis_process and j in [0, 2, 3, 4, 9]:
                    sequences.append(seq)
            for j, one in enumerate(sequences):
                write(one, output_dir, f"{datum['id']}_{j}")
            write(seq, output_dir, datum["id"], datum["pose"])
            done.append(datum["id"])
    return done


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ckpt", required=True)
    parser.add_argument("--data", default="data")
    parser.add_argument("--output-dir", default="preds")
    parser.add_argument("--process", action="store_true")
    args = parser.parse_args()
    model = PoseGenerator.load_from_checkpoint(args.ckpt)
    model = model.cuda()
    print(pred(model, PoseFiles(args.data), args.output_dir, vis_process=args.process))
