import os

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from torch.utils.data import Dataset
from transformers import PatchTSMixerConfig, PatchTSMixerForPrediction, Trainer, TrainingArguments, set_seed

set_seed(7)
CONTEXT, HORIZON = 96, 24
OUT_DIR = "forecasts"


class Windows(Dataset):
    """Windows of a table, the past and what follows."""

    def __init__(self, frame, columns):
        self.values = torch.tensor(frame[columns].to_numpy(dtype=np.float32))

    def __len__(self):
        return len(self.values) - CONTEXT - HORIZON

    def __getitem__(self, i):
        return {
            "past_values": self.values[i : i + CONTEXT],
            "future_values": self.values[i + CONTEXT : i + CONTEXT + HORIZON],
        }


def get_data(name):
    hours = pd.date_range("2023-01-01", periods=600, freq="h")
    wave = np.sin(np.arange(600) / 12)
    frame = pd.DataFrame({"date": hours, "load": wave, "temperature": wave * 0.3 + 2})
    columns = ["load", "temperature"]
    return Windows(frame[:400], columns), Windows(frame[400:], columns)


def plot_preds(trainer, dset, plot_dir, num_plots=4, plot_prefix="test", channel=0):
    model = trainer.model
    indices = np.random.choice(len(dset), size=num_plots, replace=False)
    random_samples = torch.stack([dset[i]["past_values"] for i in indices])
    trues = torch.stack([dset[i]["future_values"] for i in indices])
    model.eval()
    with torch.no_grad():
        output = model(past_values=random_samples.to(model.device))
    y_hat = output.prediction_outputs[:, :, channel].squeeze().cpu().numpy()
    _, axs = plt.subplots(num_plots, 1, figsize=(10, 20))
    for i, ri in enumerate(indices):
        y = trues[i, :, channel].numpy()
        x = random_samples[i, -2 * HORIZON :, channel].squeeze().cpu().numpy()
        axs[i].plot(np.arange(len(x)), x, label="past")
        axs[i].plot(np.arange(len(x), len(x) + HORIZON), y, label="true")
        axs[i].plot(np.arange(len(x), len(x) + HORIZON), y_hat[i], label="predicted")
        axs[i].set_title(f"example {ri}")
    os.makedirs(plot_dir, exist_ok=True)
    plt.savefig(os.path.join(plot_dir, f"{plot_prefix}_{channel}.pdf"))


def zeroshot_eval(dataset_name, batch_size):
    train, test = get_data(dataset_name)
    config = PatchTSMixerConfig(context_length=CONTEXT, prediction_length=HORIZON, num_input_channels=2, patch_length=8, patch_stride=8)
    model = PatchTSMixerForPrediction(config)
    args = TrainingArguments(output_dir=OUT_DIR, per_device_train_batch_size=batch_size, num_train_epochs=1, report_to=[])
    trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=test)
    print("before training", trainer.evaluate(test))
    trainer.train()
    print("after training", trainer.evaluate(test))
    plot_preds(trainer=trainer, dset=test, plot_dir=os.path.join(OUT_DIR, dataset_name), plot_prefix="test_zeroshot", channel=0)


zeroshot_eval("etth1", batch_size=64)
