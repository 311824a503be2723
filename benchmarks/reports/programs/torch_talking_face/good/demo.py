import sys

import numpy as np

from model_utils import AudioModel
from render_model import RenderModel


def main():
    audio_ckpt, render_ckpt = sys.argv[1:3]
    audio = AudioModel()
    audio.loadModel(audio_ckpt)
    render = RenderModel()
    render.loadModel(render_ckpt)
    frames = [np.random.randint(0, 255, (32, 32, 3), dtype=np.uint8) for _ in range(4)]
    render.reset_character(frames)
    for frame, mouth in zip(frames, audio.interface_wav(np.random.randn(4, 20))):
        print(render.interface(frame, mouth).shape)


if __name__ == "__main__":
    main()
