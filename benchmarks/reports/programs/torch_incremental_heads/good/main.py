import torch
from learner import Learner


def set_device(args):
    gpus = []
    for device in args["device"]:
        if device == -1:
            device = torch.device("cpu")
        else:
            device = torch.device("cuda:{}".format(device))
        gpus.append(device)
    args["device"] = gpus


if __name__ == "__main__":
    args = {"device": [1], "width": 8, "epochs": 2, "tasks": [2, 2, 2]}
    set_device(args)
    learner = Learner(args)
    for size in args["tasks"]:
        learner.incremental_train(size)
