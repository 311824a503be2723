import torch

CONFIG = dict(
    SEED=1337,
    NUM_CLASS=10,
    BATCH_SIZE=8,
    NUM_EPOCH=1,
    LR=3e-4,
    GPU_ID=[0, 1],
    DEVICE=torch.device("cuda:0" if torch.cuda.is_available() else "cpu"),
)
