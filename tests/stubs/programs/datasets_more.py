import numpy as np
import torch
from datasets import Dataset, DatasetDict, load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def rows():
    return Dataset.from_dict({"text": ["a good film", "a bad film"] * 2, "label": [1, 0] * 2, "x": [[0.5, 1.0]] * 4})


def bad_format_set_in_place():
    data = rows().remove_columns(["text"])
    data.set_format(type="torch", columns=["x", "label"])
    model = nn.Linear(2, 2).to(device)
    loss_fn = nn.CrossEntropyLoss()
    for batch in DataLoader(data, batch_size=2):
        loss = loss_fn(model(batch["x"]), batch["label"])  # wanted
        loss.backward()


def ok_format_set_in_place():
    data = rows().remove_columns(["text"])
    data.set_format(type="torch", columns=["x", "label"])
    model = nn.Linear(2, 2).to(device)
    loss_fn = nn.CrossEntropyLoss()
    for batch in DataLoader(data, batch_size=2):
        loss = loss_fn(model(batch["x"].to(device)), batch["label"].to(device))
        loss.backward()


def bad_tokenised_splits():  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    splits = DatasetDict({"train": rows(), "test": rows()})
    tokenised = splits.map(lambda b: tokenizer(b["text"], padding="max_length", max_length=4), batched=True)
    tokenised = tokenised.remove_columns(["text", "x"]).rename_column("label", "labels")
    tokenised.set_format("torch")
    model = AutoModel.from_pretrained("bert-base-uncased").to(device)
    for batch in DataLoader(tokenised["train"], shuffle=True, batch_size=2):
        labels = batch.pop("labels")
        hidden = model(**batch).last_hidden_state  # wanted
    return hidden


def ok_tokenised_splits():  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    splits = DatasetDict({"train": rows(), "test": rows()})
    tokenised = splits.map(lambda b: tokenizer(b["text"], padding="max_length", max_length=4), batched=True)
    tokenised = tokenised.remove_columns(["text", "x"]).rename_column("label", "labels")
    tokenised.set_format("torch")
    model = AutoModel.from_pretrained("bert-base-uncased").to(device)
    for batch in DataLoader(tokenised["train"], shuffle=True, batch_size=2):
        labels = batch.pop("labels")
        batch = {k: v.to(device) for k, v in batch.items()}
        hidden = model(**batch).last_hidden_state
    return hidden


def bad_embeddings_are_added():
    model = nn.Linear(2, 3).to(device).eval()

    def embed(batch):
        with torch.no_grad():
            out = model(torch.tensor(batch["x"]).to(device))
        return {"embedding": out.numpy()}  # wanted

    return rows().map(embed, batched=True, batch_size=2)


def ok_embeddings_are_added():
    model = nn.Linear(2, 3).to(device).eval()

    def embed(batch):
        with torch.no_grad():
            out = model(torch.tensor(batch["x"]).to(device))
        return {"embedding": out.cpu().numpy()}

    return rows().map(embed, batched=True, batch_size=2)


def bad_column_at_once():
    data = rows().with_format("torch")
    x = data["x"][:]
    net = nn.Sequential(nn.Linear(2, 4), nn.ReLU()).to("cuda")
    return net(x)  # wanted


def ok_column_at_once():
    data = rows().with_format("torch")
    x = data["x"][:].to("cuda")
    net = nn.Sequential(nn.Linear(2, 4), nn.ReLU()).to("cuda")
    return net(x)


def bad_format_on_the_gpu():
    data = rows().select_columns(["x"]).with_format("torch", device="cuda")
    first = data[0]["x"]
    return first.numpy()  # wanted, not found: rows of such a format have no place


def ok_format_on_the_gpu():
    data = rows().select_columns(["x"]).with_format("torch", device="cuda")
    first = data[0]["x"]
    return first.cpu().numpy()
