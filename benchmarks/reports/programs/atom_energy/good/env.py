import os

import torch

LOCAL_RANK = int(os.environ.get("LOCAL_RANK", 0))
if os.environ.get("DEVICE") == "cpu" or not torch.cuda.is_available():
    DEVICE = torch.device("cpu")
else:
    DEVICE = torch.device(f"cuda:{LOCAL_RANK}")
PRECISION = torch.float64
