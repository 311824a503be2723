import numpy as np
import torch
import torch.nn as nn

device = "cuda" if torch.cuda.is_available() else "cpu"


class AudioToFace(nn.Module):
    def __init__(self, mel=20, hidden=32, out=6):
        super().__init__()
        self.lstm = nn.LSTM(mel, hidden, num_layers=2, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(2 * hidden, out)

    def forward(self, x, h0=None, c0=None):
        if h0 is None:
            out, _ = self.lstm(x)
        else:
            out, _ = self.lstm(x, (h0, c0))
        return self.fc(out)


class MouthNet(nn.Module):
    def __init__(self, source_channel, ref_channel):
        super().__init__()
        self.source_in = nn.Conv2d(source_channel, 8, 3, padding=1)
        self.ref_in = nn.Conv2d(ref_channel, 8, 3, padding=1)
        self.out = nn.Conv2d(16, 3, 3, padding=1)
        self.ref_feature = None

    def ref_input(self, ref):
        self.ref_feature = self.ref_in(ref)

    def interface(self, source, prompt):
        feature = self.source_in(torch.cat([source, prompt], dim=1))
        return torch.sigmoid(self.out(torch.cat([feature, self.ref_feature], dim=1)))


class AudioModel:
    def __init__(self):
        self.__net = None

    def loadModel(self, ckpt_path):
        self.__net = AudioToFace().to(device)
        self.__net.load_state_dict(torch.load(ckpt_path))  # wanted
        self.__net.eval()

    def interface_wav(self, mel):
        mel = torch.from_numpy(mel).float().unsqueeze(0).to(device)
        with torch.no_grad():
            return self.__net(mel)[0].cpu().numpy()
