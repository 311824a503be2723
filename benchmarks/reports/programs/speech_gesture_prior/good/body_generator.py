import numpy as np
import torch

from pixelcnn import PosePrior


class BodyGenerator:
    """Draws body codes for a piece of speech, in the manner of one of the recorded speakers."""

    def __init__(self, args):
        self.args = args
        self.device = torch.device(args.gpu if torch.cuda.is_available() else "cpu")
        self.prior = PosePrior(codes=args.codes, speakers=args.speakers).to(self.device)
        self.prior.eval()

    def load_state_dict(self, state):
        self.prior.load_state_dict(state)

    def infer_on_audio(self, features, speaker_id, batch_size=2):
        features = np.stack([features] * batch_size).astype(np.float32)
        audio = torch.from_numpy(features).permute(0, 2, 1).to(self.device)
        steps = audio.size(-1)
        audio = audio.unsqueeze(-1).repeat(1, 1, 1, 2)
        speaker = torch.tensor([speaker_id] * batch_size, device=self.device)
        tokens = self.prior.generate(speaker, audio, steps)
        return tokens.cpu().numpy()
