"""What torchsummary does to devices. Source: version 1.5.1."""

with module("torchsummary", "torchsummary.torchsummary"):

    def summary(model: Model[device], input_size, batch_size=-1, device: Device = accelerator) -> None: ...
