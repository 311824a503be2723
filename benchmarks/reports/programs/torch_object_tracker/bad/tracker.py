import torch
import torch.nn as nn
import torch.nn.functional as F


class Tracker(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.register_buffer("pixel_mean", torch.tensor(cfg["mean"]).view(-1, 1, 1), persistent=False)
        self.key = nn.Conv2d(3, cfg["dim"], 3, padding=1)
        self.value = nn.Conv2d(4, cfg["dim"], 3, padding=1)
        self.decoder = nn.Conv2d(2 * cfg["dim"], 2, 3, padding=1)

    @property
    def device(self):
        return self.pixel_mean.device

    def load_weights(self, src_dict):
        for k in list(src_dict.keys()):
            if k.startswith("module."):
                src_dict[k[7:]] = src_dict.pop(k)
        self.load_state_dict(src_dict, strict=False)

    def encode(self, image, mask=None):
        image = image - self.pixel_mean
        key = self.key(image)
        return key, None if mask is None else self.value(torch.cat([image, mask], 1))

    def forward(self, image, memory):
        key, _ = self.encode(image)
        return F.softmax(self.decoder(torch.cat([key, memory], 1)), 1)


class InferenceCore:
    def __init__(self, network, cfg):
        self.network = network
        self.cfg = cfg
        self.memory = None

    @torch.inference_mode()
    def step(self, image, mask=None):
        image = image.unsqueeze(0)
        if mask is not None:
            _, self.memory = self.network.encode(image, mask[None, None].float())
        return self.network(image, self.memory)[0].argmax(0)


def get_default_model(weights):
    cfg = {"mean": [0.485, 0.456, 0.406], "dim": 8}

    # Load the network weights
    network = Tracker(cfg).cuda().eval()  # wanted
    model_weights = torch.load(weights)  # wanted
    network.load_weights(model_weights)
    return network
