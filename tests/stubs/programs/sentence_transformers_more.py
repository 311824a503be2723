import numpy as np
import torch
from sentence_transformers import CrossEncoder, SentenceTransformer, losses, util
from torch import nn
from torch.nn import functional as F

NAME = "all-MiniLM-L6-v2"


def bad_nearest_by_numpy(sentences=("a good film", "a bad film")):  # not run
    model = SentenceTransformer(NAME)
    embeddings = model.encode(list(sentences), convert_to_tensor=True, normalize_embeddings=True)
    scores = util.cos_sim(embeddings, embeddings)
    order = np.argsort(-scores, axis=1)  # wanted
    return order


def ok_nearest_by_numpy(sentences=("a good film", "a bad film")):  # not run
    model = SentenceTransformer(NAME)
    embeddings = model.encode(list(sentences), convert_to_tensor=True, normalize_embeddings=True)
    scores = util.cos_sim(embeddings, embeddings)
    order = np.argsort(-scores.cpu().numpy(), axis=1)
    return order


def bad_corpus_from_a_file(path="corpus.pt", query="a good film"):  # not run
    model = SentenceTransformer(NAME, device="cuda")
    corpus = torch.load(path, map_location="cpu")
    asked = model.encode(query, convert_to_tensor=True)
    scores = util.dot_score(asked, corpus)[0]  # wanted
    return torch.topk(scores, k=1).indices.tolist()


def ok_corpus_from_a_file(path="corpus.pt", query="a good film"):  # not run
    model = SentenceTransformer(NAME, device="cuda")
    corpus = torch.load(path, map_location="cuda")
    asked = model.encode(query, convert_to_tensor=True)
    scores = util.dot_score(asked, corpus)[0]
    return torch.topk(scores, k=1).indices.tolist()


class EncoderWithHeadLeft(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = SentenceTransformer(name, device="cpu")
        self.head = nn.Linear(self.encoder.get_sentence_embedding_dimension(), 2)

    def forward(self, texts):
        features = self.encoder.tokenize(texts)
        embedded = self.encoder(features)["sentence_embedding"]  # wanted
        return self.head(embedded)


def bad_head_on_top():  # not run
    model = EncoderWithHeadLeft(NAME).to("cuda")
    labels = torch.tensor([1, 0], device="cuda")
    F.cross_entropy(model(["a good film", "a bad film"]), labels).backward()


class EncoderWithHeadRight(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = SentenceTransformer(name, device="cpu")
        self.head = nn.Linear(self.encoder.get_sentence_embedding_dimension(), 2)

    def forward(self, texts):
        features = self.encoder.tokenize(texts)
        features = util.batch_to_device(features, self.head.weight.device)
        embedded = self.encoder(features)["sentence_embedding"]
        return self.head(embedded)


def ok_head_on_top():  # not run
    model = EncoderWithHeadRight(NAME).to("cuda")
    labels = torch.tensor([1, 0], device="cuda")
    F.cross_entropy(model(["a good film", "a bad film"]), labels).backward()


def bad_head_outside(texts=("a good film", "a bad film")):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    encoder = SentenceTransformer(NAME)
    head = nn.Linear(encoder.get_sentence_embedding_dimension(), 2).to(device)
    embeddings = encoder.encode(list(texts))
    logits = head(torch.from_numpy(embeddings))  # wanted
    return logits.argmax(-1)


def ok_head_outside(texts=("a good film", "a bad film")):  # not run
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    encoder = SentenceTransformer(NAME)
    head = nn.Linear(encoder.get_sentence_embedding_dimension(), 2).to(device)
    embeddings = encoder.encode(list(texts))
    logits = head(torch.from_numpy(embeddings).to(device))
    return logits.argmax(-1)
