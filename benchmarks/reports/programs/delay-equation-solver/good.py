import torch
from torch import nn
from torchdde import Dopri5, integrate

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class DelayField(nn.Module):
    """The right hand side: of the state now and the state one delay ago."""

    def __init__(self, size, width=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(2 * size, width),
            nn.Tanh(),
            nn.Linear(width, width),
            nn.Tanh(),
            nn.Linear(width, size),
        )

    def forward(self, t, y, args, history):
        return self.net(torch.cat([y, *history], dim=-1))


def logistic(ts, starts, delay):
    """The delayed logistic equation by small Euler steps."""
    dt = float(ts[1] - ts[0])
    lag = round(float(delay) / dt)
    ys = [starts] * (lag + 1)
    for _ in range(len(ts) - 1):
        ys.append(ys[-1] + dt * ys[-1] * (1 - ys[-1 - lag]))
    return torch.stack(ys[lag:], dim=1)


def batches(starts, curves, size):
    order = torch.randperm(len(starts))
    for part in order.split(size):
        yield starts[part], curves[part]


def train(epochs=2):
    ts = torch.linspace(0.0, 2.0, 21)
    delays = torch.tensor([1.0])
    starts = torch.rand(16, 1) + 0.5
    curves = logistic(ts, starts, delays)

    field = DelayField(1).to(device)
    solver = Dopri5()
    solver.to(device)
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    ts = ts.to(device)
    delays = delays.to(device)

    for epoch in range(epochs):
        total = 0.0
        for y0, target in batches(starts, curves, 8):
            y0 = y0.to(device)
            target = target.to(device)
            history = lambda t: y0
            optimizer.zero_grad()
            predicted = integrate(
                field, solver, ts[0], ts[-1], ts, history, None, dt0=ts[1] - ts[0], delays=delays, discretize_then_optimize=True
            )
            loss = torch.mean((predicted - target) ** 2)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(epoch, total)


train()
