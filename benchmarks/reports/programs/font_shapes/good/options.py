import argparse


def get_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name_exp", default="fonts")
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--char_num", type=int, default=6)
    parser.add_argument("--img_size", type=int, default=16)
    parser.add_argument("--max_seq_len", type=int, default=10)
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--n_epochs", type=int, default=1)
    parser.add_argument("--val_every", type=int, default=2)
    parser.add_argument("--lr", type=float, default=2e-4)
    parser.add_argument("--kl_beta", type=float, default=0.01)
    return parser
