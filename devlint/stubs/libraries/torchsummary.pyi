"""What torchsummary does to devices: it draws an input on the GPU, where there is one. Source: version 1.5."""

with module("torchsummary", "torchsummary.torchsummary"):

    def summary(model: Model[device], input_size, batch_size=-1, device: Device = accelerator) -> None: ...
