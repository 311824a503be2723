import torch


def find_device():
    if torch.cuda.is_available():
        return "cuda"
    if torch.backends.mps.is_available():
        return "mps"
    return "cpu"


def start(kind=None):
    kind = kind or find_device()
    torch.manual_seed(42)
    if kind == "cuda":
        torch.cuda.manual_seed(42)
        torch.set_float32_matmul_precision("high")
    return torch.device(kind)
