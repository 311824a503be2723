"""The rank counts over all machines, and the GPUs of each machine from 0."""

import os

import torch
import torch.distributed as dist


def start():
    dist.init_process_group("nccl")
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(dist.get_rank())  # DEV208
    return local_rank
