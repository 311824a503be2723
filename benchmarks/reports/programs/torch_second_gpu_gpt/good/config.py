import torch

BLOCK_SIZE = 16
N_EMBD = 32
N_HEAD = 2
N_LAYER = 2
BATCH_SIZE = 4
MAX_ITERS = 3
LEARNING_RATE = 1e-3
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
