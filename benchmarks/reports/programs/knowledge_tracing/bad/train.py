import argparse
import os
import pickle

import torch
from torch.optim import SGD, Adam
from torch.utils.data import DataLoader, random_split

from answers import Answers, collate_fn
from dkt import DKT

if torch.cuda.is_available():
    torch.set_default_tensor_type(torch.cuda.FloatTensor)


def main(args):
    os.makedirs(args.ckpts, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dataset = Answers()
    model = DKT(dataset.num_q, args.emb_size, args.hidden_size).to(device)

    train_size = int(len(dataset) * args.train_ratio)
    test_size = len(dataset) - train_size
    train_dataset, test_dataset = random_split(
        dataset, [train_size, test_size], generator=torch.Generator(device="cpu")  # wanted
    )
    train_loader = DataLoader(train_dataset, batch_size=args.batch_size, shuffle=True, collate_fn=collate_fn,
                              generator=torch.Generator(device=device))
    test_loader = DataLoader(test_dataset, batch_size=test_size, shuffle=False, collate_fn=collate_fn)

    if args.optimizer == "sgd":
        opt = SGD(model.parameters(), args.learning_rate, momentum=0.9)
    else:
        opt = Adam(model.parameters(), args.learning_rate)
    accuracies, loss_means = model.train_model(train_loader, test_loader, args.num_epochs, opt)
    with open(os.path.join(args.ckpts, "accuracies.pkl"), "wb") as f:
        pickle.dump(accuracies, f)
    with open(os.path.join(args.ckpts, "loss_means.pkl"), "wb") as f:
        pickle.dump(loss_means, f)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ckpts", default="ckpts")
    parser.add_argument("--emb_size", type=int, default=16)
    parser.add_argument("--hidden_size", type=int, default=16)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--num_epochs", type=int, default=2)
    parser.add_argument("--train_ratio", type=float, default=0.9)
    parser.add_argument("--learning_rate", type=float, default=1e-3)
    parser.add_argument("--optimizer", choices=["sgd", "adam"], default="adam")
    main(parser.parse_args())
