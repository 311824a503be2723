import torch


def get_device():
    """The device that everything here runs on."""
    if torch.cuda.is_available():
        return "cuda"
    return "cpu"
