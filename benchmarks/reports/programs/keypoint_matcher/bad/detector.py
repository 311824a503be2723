import torch
import torch.nn as nn
import torch.nn.functional as F

from utils import sample_keypoints


class Encoder(nn.Module):
    def __init__(self, width=16, amp=True, amp_dtype=torch.float16):
        super().__init__()
        self.layers = nn.ModuleList([
            nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU()),
            nn.Sequential(nn.MaxPool2d(2), nn.Conv2d(width, 2 * width, 3, padding=1), nn.ReLU()),
        ])
        self.amp, self.amp_dtype = amp, amp_dtype

    def forward(self, x):
        with torch.autocast("cuda", enabled=self.amp, dtype=self.amp_dtype):  # wanted
            features = []
            for layer in self.layers:
                x = layer(x)
                features.append(x)
        return features


class Decoder(nn.Module):
    def __init__(self, width=16, amp=True, amp_dtype=torch.float16):
        super().__init__()
        self.coarse = nn.Conv2d(2 * width, width + 1, 3, padding=1)
        self.fine = nn.Conv2d(2 * width, 1, 3, padding=1)
        self.amp, self.amp_dtype = amp, amp_dtype

    def forward(self, features):
        fine, coarse = features
        with torch.autocast("cuda", enabled=self.amp, dtype=self.amp_dtype):  # wanted
            h = self.coarse(coarse)
            context, score = h[:, :-1], h[:, -1:]
            context = F.interpolate(context, fine.shape[2:], mode="bilinear")
            score = F.interpolate(score.float(), fine.shape[2:], mode="bicubic")
            return score + self.fine(torch.cat([fine, context.to(fine.dtype)], dim=1)).float()


class KeypointDetector(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = Encoder(), Decoder()

    def forward(self, images):
        return self.decoder(self.encoder(images))[:, 0]

    @torch.inference_mode()
    def detect(self, images, num_keypoints):
        self.eval()
        logits = self(images)
        b, h, w = logits.shape
        scoremap = logits.reshape(b, -1).softmax(-1).reshape(b, h, w)
        keypoints, values = sample_keypoints(scoremap, num_keypoints)
        return {"keypoints": keypoints, "keypoint_probs": values}
