"""Programs that print a summary of a network with torchinfo on a machine with a GPU."""

import torch
import torchinfo
from torch import nn
from torchinfo import summary


def bad_summary_moves_the_model_to_the_home():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to("cuda")
    summary(model, input_size=(1, 4), device="cpu", verbose=0)
    x = torch.randn(3, 4, device="cuda")
    return model(x)  # wanted


def ok_summary_moves_the_model_to_the_home():
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to("cuda")
    summary(model, input_size=(1, 4), device="cuda", verbose=0)
    x = torch.randn(3, 4, device="cuda")
    return model(x)


def bad_example_of_the_summary_is_behind(device):
    model = nn.Conv2d(3, 2, 3).to(device)
    example = torch.rand(1, 3, 6, 6)
    report = torchinfo.summary(model, input_data=example, col_names=("output_size", "num_params"), verbose=0)  # wanted
    return report.total_params


def ok_example_of_the_summary_is_behind(device):
    model = nn.Conv2d(3, 2, 3).to(device)
    example = torch.rand(1, 3, 6, 6).to(device)
    report = torchinfo.summary(model, input_data=example, col_names=("output_size", "num_params"), verbose=0)
    return report.total_params


def bad_summary_puts_the_model_on_the_gpu():
    model = nn.LSTM(4, 3, batch_first=True)
    summary(model, (1, 5, 4), verbose=0)
    output, _ = model(torch.randn(2, 5, 4))  # wanted
    return output.numpy(force=True)


def ok_summary_puts_the_model_on_the_gpu():
    model = nn.LSTM(4, 3, batch_first=True)
    summary(model, (1, 5, 4), device="cpu", verbose=0)
    output, _ = model(torch.randn(2, 5, 4))
    return output.numpy(force=True)


def bad_summary_is_printed_before_the_training_of_the_home():
    net = nn.Sequential(nn.Flatten(), nn.Linear(12, 3))
    torchinfo.summary(net, input_size=(2, 3, 2, 2), col_names=["output_size"], depth=1, verbose=0)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        loss = net(torch.rand(2, 3, 2, 2)).mean()  # wanted
        loss.backward()
        optimizer.step()


def ok_summary_is_printed_before_the_training_of_the_home():
    net = nn.Sequential(nn.Flatten(), nn.Linear(12, 3))
    torchinfo.summary(net, input_data=torch.rand(2, 3, 2, 2), col_names=["output_size"], depth=1, verbose=0)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        loss = net(torch.rand(2, 3, 2, 2)).mean()
        loss.backward()
        optimizer.step()


def bad_summary_meets_the_data_of_the_settings(home="cpu"):
    settings = torch.device(home)
    net = nn.Conv1d(1, 2, 3).to(settings)
    print(summary(net, input_size=(1, 1, 8), verbose=0).total_params)
    return net(torch.zeros(1, 1, 8, device="cpu"))  # wanted


def ok_summary_meets_the_data_of_the_settings(home="cpu"):
    settings = torch.device(home)
    net = nn.Conv1d(1, 2, 3).to(settings)
    print(summary(net, input_size=(1, 1, 8), device=settings, verbose=0).total_params)
    return net(torch.zeros(1, 1, 8, device=settings))


def ok_summary_leaves_a_model_on_the_second_gpu():
    net = nn.Linear(4, 2).to("cuda:1")
    summary(net, (1, 4), verbose=0)
    return net(torch.zeros(1, 4, device="cuda:1"))


class PlainScale(nn.Module):
    """Scales its input by a tensor that is no buffer."""

    def __init__(self):
        super().__init__()
        self.scale = torch.full((4,), 0.5)
        self.linear = nn.Linear(4, 1)

    def forward(self, x):
        return self.linear(x * self.scale)  # wanted


class BufferedScale(nn.Module):
    """Scales its input by a buffer."""

    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.full((4,), 0.5))
        self.linear = nn.Linear(4, 1)

    def forward(self, x):
        return self.linear(x * self.scale)


def bad_summary_of_a_model_with_a_plain_tensor(device):
    model = PlainScale().to(device)
    return str(summary(model, input_size=(2, 4), verbose=0))


def ok_summary_of_a_model_with_a_plain_tensor(device):
    model = BufferedScale().to(device)
    return str(summary(model, input_size=(2, 4), verbose=0))
