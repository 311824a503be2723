import os
import sys

import numpy as np
import torch

from tracker import InferenceCore, get_default_model


def to_tensor(array):
    return torch.from_numpy(array).permute(2, 0, 1).float() / 255


@torch.inference_mode()
def main(weights, folder):
    network = get_default_model(weights)
    processor = InferenceCore(network, cfg=network.cfg)
    images = sorted(os.listdir(folder))
    mask = np.zeros((32, 32), dtype=np.uint8)
    mask[8:20, 8:20] = 1
    for ti, image_name in enumerate(images):
        image = to_tensor(np.load(os.path.join(folder, image_name))).cuda().float()  # wanted
        if ti == 0:
            output = processor.step(image, torch.from_numpy(mask).cuda())  # wanted
        else:
            output = processor.step(image)
        print(image_name, output.cpu().numpy().sum())


if __name__ == "__main__":
    main(*sys.argv[1:3])
