import argparse


def get_config():
    parser = argparse.ArgumentParser()
    parser.add_argument("--load_dir", type=str, default="trained/best_model.pt")
    parser.add_argument("--multi_gpu", type=str, default="-1")
    parser.add_argument("--num_group", type=int, default=4)
    parser.add_argument("--channels", type=int, default=8)
    parser.add_argument("--images", type=int, default=2)
    return parser.parse_args()
