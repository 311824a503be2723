import argparse
import os
import pickle

import torch
from torch import optim
from torch.utils.data import DataLoader, random_split

from answers import Answers, collate_fn
from tracer import Tracer

if torch.cuda.is_available():
    torch.set_default_tensor_type(torch.cuda.FloatTensor)


def main(args):
    os.makedirs(args.ckpts, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dataset = Answers()
    model = Tracer(dataset.questions, args.width, args.state_size).to(device)

    n_train = int(len(dataset) * args.train_ratio)
    n_test = len(dataset) - n_train
    train_part, test_part = random_split(
        dataset, [n_train, n_test], generator=torch.Generator(device="cpu")  # wanted
    )
    train_loader = DataLoader(train_part, batch_size=args.batch_size, shuffle=True, collate_fn=collate_fn,
                              generator=torch.Generator(device=device))
    test_loader = DataLoader(test_part, batch_size=n_test, shuffle=False, collate_fn=collate_fn)

    if args.optimizer == "sgd":
        optimizer = optim.SGD(model.parameters(), args.learning_rate, momentum=0.9)
    else:
        optimizer = optim.Adam(model.parameters(), args.learning_rate)
    accuracies, all_losses = model.fit(train_loader, test_loader, args.num_epochs, optimizer)
    with open(os.path.join(args.ckpts, "accuracies.pkl"), "wb") as f:
        pickle.dump(accuracies, f)
    with open(os.path.join(args.ckpts, "all_losses.pkl"), "wb") as f:
        pickle.dump(all_losses, f)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ckpts", default="ckpts")
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--state_size", type=int, default=16)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--num_epochs", type=int, default=2)
    parser.add_argument("--train_ratio", type=float, default=0.9)
    parser.add_argument("--learning_rate", type=float, default=1e-3)
    parser.add_argument("--optimizer", choices=["sgd", "adam"], default="adam")
    main(parser.parse_args())
