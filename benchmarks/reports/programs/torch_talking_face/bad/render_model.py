import numpy as np
import torch

from model_utils import MouthNet, device


class RenderModel:
    def __init__(self):
        self.__net = None
        self.__ref_img = None
        self.frame_index = 0

    def loadModel(self, ckpt_path):
        n_ref = 2
        source_channel = 6
        ref_channel = n_ref * 3
        self.__net = MouthNet(source_channel, ref_channel).to(device)
        checkpoint = torch.load(ckpt_path)  # wanted
        self.__net.load_state_dict(checkpoint)
        self.__net.eval()

    def reset_character(self, frames):
        self.__ref_img = np.concatenate(frames[:2], axis=2)
        ref_tensor = torch.from_numpy(self.__ref_img / 255.0).float().permute(2, 0, 1).unsqueeze(0).to(device)
        self.__net.ref_input(ref_tensor)

    def interface(self, frame, mouth):
        source = torch.from_numpy(frame / 255.0).float().permute(2, 0, 1).unsqueeze(0).to(device)
        prompt = torch.full_like(source, float(mouth.mean()))
        fake_out = self.__net.interface(source, prompt)
        image = fake_out.detach().squeeze(0).cpu().float().numpy()
        self.frame_index += 1
        return (np.transpose(image, (1, 2, 0)) * 255.0).clip(0, 255).astype(np.uint8)

    def save(self, path):
        torch.save(self.__net.state_dict(), path)
