import argparse

import numpy as np

from body_generator import BodyGenerator


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=str, default="cuda:0")
    parser.add_argument("--codes", type=int, default=64)
    parser.add_argument("--speakers", type=int, default=4)
    parser.add_argument("--speaker_id", type=int, default=1)
    return parser.parse_args()


def read_speech(seconds=1, rate=4, bins=16):
    rng = np.random.default_rng(3)
    return rng.standard_normal((seconds * rate, bins))


def main():
    args = parse_args()
    generator = BodyGenerator(args)
    features = read_speech()
    poses = generator.infer_on_audio(features, args.speaker_id)
    print("poses", poses.shape, poses.max())


if __name__ == "__main__":
    main()
