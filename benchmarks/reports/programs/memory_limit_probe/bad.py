"""Fill a GPU of the container until its limit stops the process, and say how far it came."""
import argparse
import sys

import torch


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", type=int, default=0, help="index of the GPU under test")
    parser.add_argument("--shape_of_one", type=str, default=None, help="shape of one tensor, as in 64,64,64")
    parser.add_argument("--tensors", type=int, default=4, help="how many such tensors are kept")
    return parser.parse_args(sys.argv[1:])


def read_shape(text):
    if text is None:
        text = "16, 16, 16"
    return [int(part.strip()) for part in text.split(",") if part.strip() != ""]


def megabytes(shape):
    count = 1
    for size in shape:
        count *= size
    return count * 4 / 2 ** 20


def main(args):
    shape = read_shape(args.shape_of_one)
    print("torch " + torch.__version__)
    print("Test with float tensors on device %d: (%s)" % (args.device, ", ".join(str(s) for s in shape)))

    kept = []
    for number in range(args.tensors):
        try:
            data = torch.ones(size=shape, dtype=torch.float32).cuda()  # wanted
        except RuntimeError as error:
            print("stopped at %.1f MiB: %s" % (number * megabytes(shape), error))
            break
        kept.append(data)
        total = data.sum()
        print("%.1f MiB, sum %s" % ((number + 1) * megabytes(shape), total.cpu().numpy()))
    print("on device", kept[-1].device if kept else None, "of", torch.cuda.device_count())


if __name__ == "__main__":
    main(read_options())
