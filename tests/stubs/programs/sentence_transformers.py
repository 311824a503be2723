import numpy as np
import torch
from sentence_transformers import SentenceTransformer, models, util
from sklearn.cluster import KMeans
from torch import nn

WORDS = ["cat", "dog", "sat", "ran", "on", "the", "mat", "road"]
SENTENCES = ["the cat sat on the mat", "the dog ran on the road", "dog", "mat"]


def small_encoder(device):
    words = models.BoW(vocab=WORDS)
    dense = models.Dense(in_features=words.get_sentence_embedding_dimension(), out_features=4)
    return SentenceTransformer(modules=[words, dense], device=device)


def bad_embeddings_are_clustered_on_the_gpu():
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)], device="cuda")
    embeddings = encoder.encode(SENTENCES, convert_to_tensor=True)
    return KMeans(n_clusters=2, n_init=1).fit_predict(np.asarray(embeddings))  # wanted


def ok_embeddings_are_clustered_on_the_gpu():
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)], device="cuda")
    embeddings = encoder.encode(SENTENCES, convert_to_numpy=True)
    return KMeans(n_clusters=2, n_init=1).fit_predict(np.asarray(embeddings))


def bad_classifier_gets_embeddings_from_an_array(device):
    encoder = small_encoder(device)
    classifier = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
    embeddings = torch.from_numpy(encoder.encode(SENTENCES))
    return classifier(embeddings).argmax(dim=1)  # wanted


def ok_classifier_gets_embeddings_from_an_array(device):
    encoder = small_encoder(device)
    classifier = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
    embeddings = torch.from_numpy(encoder.encode(SENTENCES)).to(device)
    return classifier(embeddings).argmax(dim=1)


def bad_query_meets_a_corpus_of_arrays(device):
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)]).to(device)
    corpus = encoder.encode(SENTENCES)
    query = encoder.encode("the dog sat", convert_to_tensor=True)
    scores = util.cos_sim(query, corpus)  # wanted, not found: no row says it
    return scores.argmax().item()


def ok_query_meets_a_corpus_of_arrays(device):
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)]).to(device)
    corpus = encoder.encode(SENTENCES, convert_to_tensor=True)
    query = encoder.encode("the dog sat", convert_to_tensor=True)
    scores = util.cos_sim(query, corpus)
    return scores.argmax().item()


def bad_features_of_a_training_step_are_not_moved():
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)], device="cuda")
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=1e-4)
    features = encoder.tokenize(SENTENCES)
    embeddings = encoder(features)["sentence_embedding"]  # wanted
    embeddings.pow(2).mean().backward()
    optimizer.step()


def ok_features_of_a_training_step_are_not_moved():
    encoder = SentenceTransformer(modules=[models.BoW(vocab=WORDS), models.Dense(8, 4)], device="cuda")
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=1e-4)
    features = util.batch_to_device(encoder.tokenize(SENTENCES), encoder.device)
    embeddings = encoder(features)["sentence_embedding"]
    embeddings.pow(2).mean().backward()
    optimizer.step()
