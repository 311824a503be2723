"""What torch.utils.tensorboard does to devices: a graph is traced with an example. Source: torch 2.13, by calls."""

with module("torch.utils.tensorboard", "torch.utils.tensorboard.writer"):

    class SummaryWriter:
        def __init__(self, log_dir=None): ...
        def add_graph(self, model: Model, input_to_model: Tensor[model] = None) -> None: ...
