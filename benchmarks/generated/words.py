"""The names and sizes of one program, drawn by its seed."""

from __future__ import annotations

import random

NAMES = {
    "net": "net model classifier network mlp",
    "x": "x inputs images features xb",
    "y": "y labels targets target yb",
    "out": "out outputs logits pred y_hat scores",
    "loss": "loss l total_loss err",
    "loader": "loader train_loader trainloader dataloader train_dl data_loader",
    "criterion": "criterion loss_fn crit loss_func cost",
    "optimizer": "optimizer opt optim sgd",
    "mask": "mask keep drop_mask valid",
    "ids": "ids tokens input_ids idx src",
    "pos": "pos positions position_ids p",
    "h": "h hidden_state emb z",
    "embed": "tok embed token_embedding wte",
    "place": "pos_emb position wpe pe",
    "noise": "noise z latent fixed_noise",
    "step": "step epoch it",
    "weights": "weights class_weights w balance",
    "batch": "batch data sample b",
    "i": "i step idx_batch",
    "epoch": "epoch round n_epoch",
    "hidden": "hidden hidden_size units",
    "eye": "eye identity table basis",
    "hot": "hot one_hot onehot y_onehot",
    "found": "found preds results all_preds",
    "attr": "scale shift offset temperature",
    "gen": "gen g generator rng",
    "total": "total sums running counts",
    "target": "target_net target frozen teacher",
    "best": "best q_next next_values",
    "ckpt": "ckpt checkpoint state saved",
    "stat": "components projection basis_matrix",
    "Net": "Net Model MLP Classifier Policy",
    "Rows": "Rows MyDataset Points TabularDataset",
    "xkey": "image x input features",
    "ykey": "label y target labels",
    "RNN": "RNN GRU",
    "makeloader": "make_loader get_loader build_dataloader load_data",
    "modelfile": "model network nets",
    "datafile": "data dataset loaders",
    "mu": "mu avg centre",
    "std": "std sigma spread",
    "eps": "eps epsilon e",
    "real": "real valid_label ones real_label",
    "c": "c cell c0",
    "pad": "pad padding extra",
    "rows": "rows array state obs",
    "hits": "hits correct n_right",
    "weight": "weight pos_weight ratio",
    "Settings": "Settings Options TrainConfig",
    "devices": "devices gpus all_devices",
    "device": "device dev my_device",
    "args": "args opt_args options",
    "parser": "parser p_args",
    "flag": "use_cuda cuda has_gpu cuda_is_there",
    "config": "config cfg settings hparams",
    "helper": "get_device pick_device select_device try_gpu",
    "Trainer": "Trainer Runner Experiment",
    "fit": "fit train run",
    "function": "train train_one_epoch run fit evaluate",
}


def words(chance: random.Random) -> dict[str, str]:
    """What stands for each name in braces; no two names are one word."""
    drawn: dict[str, str] = {}
    taken: set[str] = set()
    for key, choices in NAMES.items():
        free = [word for word in choices.split() if word not in taken]
        drawn[key] = chance.choice(free) if free else f"{key}_1"
        taken.add(drawn[key])
    k = chance.randint(2, 6)
    b = chance.randint(2, 4)
    drawn |= {"d": str(chance.randint(3, 9)), "k": str(k), "k1": str(k - 1), "b": str(b), "n": str(2 * b)}
    return drawn
