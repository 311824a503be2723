from dataclasses import dataclass

import torch


@dataclass
class Settings:
    image_size: int = 16
    image_channels: int = 3
    train_batch_size: int = 4
    eval_batch_size: int = 2
    num_epochs: int = 1
    start_epoch: int = 0
    learning_rate: float = 2e-4
    diffusion_steps: int = 50
    save_image_epochs: int = 1
    output_dir: str = "out"
    device: str = "cuda" if torch.cuda.is_available() else "cpu"


settings = Settings()
