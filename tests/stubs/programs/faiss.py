"""Programs that search for neighbours of embeddings with Faiss."""

import faiss
import torch
from torch import nn


def encoder():
    return nn.Sequential(nn.Linear(12, 8), nn.Tanh())


def bad_gallery_is_indexed_from_the_gpu(device):
    network = encoder().to(device).eval()
    index = faiss.IndexFlatL2(8)
    with torch.no_grad():
        for part in torch.randn(20, 12).split(10):
            embedded = network(part.to(device))
            index.add(embedded)  # wanted
    return index.ntotal


def ok_gallery_is_indexed_from_the_gpu(device):
    network = encoder().to(device).eval()
    index = faiss.IndexFlatL2(8)
    with torch.no_grad():
        for part in torch.randn(20, 12).split(10):
            embedded = network(part.to(device))
            index.add(embedded.cpu().numpy())
    return index.ntotal


class NearestTexts:
    """Answers questions by the texts whose vectors are nearest."""

    def __init__(self, vectors):
        self.network = encoder().cuda()
        self.index = faiss.IndexFlatIP(8)
        self.index.add(vectors)

    def asked_on_the_gpu(self, question):
        vector = nn.functional.normalize(self.network(question.cuda()), dim=-1).detach()
        return self.index.search(vector, 3)  # wanted

    def asked_on_the_host(self, question):
        vector = nn.functional.normalize(self.network(question.cuda()), dim=-1).detach()
        return self.index.search(vector.cpu().numpy(), 3)


def bad_question_is_searched_from_the_gpu():
    texts = NearestTexts(torch.randn(6, 8).numpy())
    return texts.asked_on_the_gpu(torch.randn(1, 12))


def ok_question_is_searched_from_the_gpu():
    texts = NearestTexts(torch.randn(6, 8).numpy())
    return texts.asked_on_the_host(torch.randn(1, 12))


def bad_neighbours_select_rows_of_the_gpu(device):
    features = torch.randn(30, 8, device=device)
    index = faiss.IndexFlatL2(8)
    index.add(features.cpu().numpy())
    distances, _ = index.search(features[:4].cpu().numpy(), 2)
    weights = torch.softmax(-torch.from_numpy(distances), dim=1)
    return weights @ torch.ones(2, 3, device=device)  # wanted


def ok_neighbours_select_rows_of_the_gpu(device):
    features = torch.randn(30, 8, device=device)
    index = faiss.IndexFlatL2(8)
    index.add(features.cpu().numpy())
    distances, _ = index.search(features[:4].cpu().numpy(), 2)
    weights = torch.softmax(-torch.from_numpy(distances).to(device), dim=1)
    return weights @ torch.ones(2, 3, device=device)


def bad_clusters_of_features_on_the_gpu(device):
    features = encoder().to(device)(torch.randn(90, 12, device=device)).detach()
    clusters = faiss.Kmeans(8, 2, niter=2)
    clusters.train(features)  # wanted
    return torch.from_numpy(clusters.centroids).to(device)


def ok_clusters_of_features_on_the_gpu(device):
    features = encoder().to(device)(torch.randn(90, 12, device=device)).detach()
    clusters = faiss.Kmeans(8, 2, niter=2)
    clusters.train(features.cpu().numpy())
    return torch.from_numpy(clusters.centroids).to(device)
