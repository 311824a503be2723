import torch
from datasets import Dataset
from torch import nn
from torch.utils.data import DataLoader


def measurements():
    return Dataset.from_dict({"x": [[float(i), float(i + 1)] for i in range(8)], "y": [i % 2 for i in range(8)]})


def bad_batches_of_a_torch_dataset_are_not_moved(device):
    model = nn.Linear(2, 2).to(device)
    loader = DataLoader(measurements().with_format("torch"), batch_size=4)
    for batch in loader:
        loss = nn.functional.cross_entropy(model(batch["x"]), batch["y"])  # wanted
        loss.backward()


def ok_batches_of_a_torch_dataset_are_not_moved(device):
    model = nn.Linear(2, 2).to(device)
    loader = DataLoader(measurements().with_format("torch"), batch_size=4)
    for batch in loader:
        batch = {name: column.to(device) for name, column in batch.items()}
        loss = nn.functional.cross_entropy(model(batch["x"]), batch["y"])
        loss.backward()


def bad_halves_of_a_prepared_dataset_are_not_moved():
    prepared = measurements().map(lambda row: {"z": row["y"]}).rename_column("y", "labels").remove_columns("z")
    halves = prepared.train_test_split(test_size=0.5)
    model = nn.Linear(2, 2).cuda()
    for batch in DataLoader(halves["train"].with_format("torch"), batch_size=2, shuffle=True):
        print(model(batch["x"]).argmax(dim=1))  # wanted


def ok_halves_of_a_prepared_dataset_are_not_moved():
    prepared = measurements().map(lambda row: {"z": row["y"]}).rename_column("y", "labels").remove_columns("z")
    halves = prepared.train_test_split(test_size=0.5)
    model = nn.Linear(2, 2).cuda()
    for batch in DataLoader(halves["train"].with_format("torch"), batch_size=2, shuffle=True):
        print(model(batch["x"].cuda()).argmax(dim=1))


def bad_rows_on_the_gpu_meet_a_home_scale():
    rows = measurements().with_format("torch", columns=["x"], device="cuda")
    scale = torch.tensor([0.5, 2.0])
    return [row["x"] * scale for row in rows]  # wanted, not found: no row says it


def ok_rows_on_the_gpu_meet_a_home_scale():
    rows = measurements().with_format("torch", columns=["x"], device="cuda")
    scale = torch.tensor([0.5, 2.0], device="cuda")
    return [row["x"] * scale for row in rows]


def bad_scores_of_a_map_become_arrays(device):
    model = nn.Linear(2, 1).to(device)

    @torch.no_grad()
    def add_scores(batch):
        scores = model(batch["x"])
        return {"score": scores.squeeze(-1).numpy()}  # wanted

    rows = measurements()
    rows.set_format("torch", device=device)
    return rows.map(add_scores, batched=True)


def ok_scores_of_a_map_become_arrays(device):
    model = nn.Linear(2, 1).to(device)

    @torch.no_grad()
    def add_scores(batch):
        scores = model(batch["x"])
        return {"score": scores.squeeze(-1).cpu().numpy()}

    rows = measurements()
    rows.set_format("torch", device=device)
    return rows.map(add_scores, batched=True)
