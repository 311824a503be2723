"""Programs that print a summary of a network with torchsummary on a machine with a GPU."""

import torch
from torch import nn
from torchsummary import summary


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2))
        self.classifier = nn.Linear(36, 10)

    def forward(self, x):
        return self.classifier(self.features(x).flatten(1))


def bad_summary_of_a_model_of_the_home():
    model = Digits()
    summary(model, (1, 8, 8))  # wanted


def ok_summary_of_a_model_of_the_home():
    model = Digits()
    summary(model, (1, 8, 8), device="cpu")


def bad_summary_of_the_home_for_a_model_of_the_gpu():
    model = Digits().cuda()
    summary(model, input_size=(1, 8, 8), batch_size=4, device="cpu")  # wanted


def ok_summary_of_the_home_for_a_model_of_the_gpu():
    model = Digits().cuda()
    summary(model, input_size=(1, 8, 8), batch_size=4)


def bad_summary_comes_before_the_move(device):
    net = nn.Sequential(nn.Flatten(), nn.Linear(12, 5), nn.ReLU(), nn.Linear(5, 2))
    summary(net, (3, 2, 2))  # wanted
    net = net.to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = net(torch.rand(4, 3, 2, 2, device=device)).sum()
    loss.backward()
    optimizer.step()


def ok_summary_comes_before_the_move(device):
    net = nn.Sequential(nn.Flatten(), nn.Linear(12, 5), nn.ReLU(), nn.Linear(5, 2))
    net = net.to(device)
    summary(net, (3, 2, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    loss = net(torch.rand(4, 3, 2, 2, device=device)).sum()
    loss.backward()
    optimizer.step()
