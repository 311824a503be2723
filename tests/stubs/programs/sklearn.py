"""Programs that evaluate, cluster or prepare with scikit-learn around a network on the GPU."""

import torch
from sklearn.cluster import KMeans
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def bad_auc_of_collected_cuda_batches(device):
    model = nn.Linear(4, 1).to(device)
    loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.arange(8) % 2), batch_size=4)
    scores, labels = [], []
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            scores.append(torch.sigmoid(model(x)).squeeze(1))
            labels.append(y)
    return roc_auc_score(torch.cat(labels), torch.cat(scores))  # wanted


def ok_auc_of_collected_cuda_batches(device):
    model = nn.Linear(4, 1).to(device)
    loader = DataLoader(TensorDataset(torch.randn(8, 4), torch.arange(8) % 2), batch_size=4)
    scores, labels = [], []
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            x = x.to(device)
            scores.append(torch.sigmoid(model(x)).squeeze(1).cpu())
            labels.append(y)
    return roc_auc_score(torch.cat(labels), torch.cat(scores))


def bad_kmeans_of_features_on_the_gpu():
    backbone = nn.Sequential(nn.Flatten(), nn.Linear(12, 3)).cuda()
    with torch.no_grad():
        features = backbone(torch.randn(9, 3, 2, 2, device="cuda"))
    clusters = KMeans(n_clusters=2, n_init=1).fit_predict(features)  # wanted
    pseudo_labels = torch.from_numpy(clusters).long().cuda()
    head = nn.Linear(3, 2).cuda()
    return nn.functional.cross_entropy(head(features), pseudo_labels)


def ok_kmeans_of_features_on_the_gpu():
    backbone = nn.Sequential(nn.Flatten(), nn.Linear(12, 3)).cuda()
    with torch.no_grad():
        features = backbone(torch.randn(9, 3, 2, 2, device="cuda"))
    clusters = KMeans(n_clusters=2, n_init=1).fit_predict(features.cpu().numpy())
    pseudo_labels = torch.from_numpy(clusters).long().cuda()
    head = nn.Linear(3, 2).cuda()
    return nn.functional.cross_entropy(head(features), pseudo_labels)


def bad_scaled_test_rows_stay_behind(device):
    rows, labels = torch.randn(20, 5).numpy(), (torch.arange(20) % 2).numpy()
    x_train, x_test, y_train, y_test = train_test_split(rows, labels, test_size=0.25)
    scaler = StandardScaler().fit(x_train)
    x_train = torch.tensor(scaler.transform(x_train)).to(device)
    x_test = torch.tensor(scaler.transform(x_test))
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
    loss = nn.functional.cross_entropy(model(x_train), torch.tensor(y_train, device=device))
    loss.backward()
    predicted = model(x_test).argmax(dim=1)  # wanted
    return accuracy_score(y_test, predicted.cpu())


def ok_scaled_test_rows_stay_behind(device):
    rows, labels = torch.randn(20, 5).numpy(), (torch.arange(20) % 2).numpy()
    x_train, x_test, y_train, y_test = train_test_split(rows, labels, test_size=0.25)
    scaler = StandardScaler().fit(x_train)
    x_train = torch.tensor(scaler.transform(x_train)).to(device)
    x_test = torch.tensor(scaler.transform(x_test)).to(device)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
    loss = nn.functional.cross_entropy(model(x_train), torch.tensor(y_train, device=device))
    loss.backward()
    predicted = model(x_test).argmax(dim=1)
    return accuracy_score(y_test, predicted.cpu())


def bad_part_for_the_test(device):
    rows = torch.randn(32, 4)
    train, test = train_test_split(rows, test_size=0.25)
    model = nn.Linear(4, 2).to(device)
    model(train.to(device)).sum().backward()
    return model(test)  # wanted


def ok_part_for_the_test(device):
    rows = torch.randn(32, 4)
    train, test = train_test_split(rows, test_size=0.25)
    model = nn.Linear(4, 2).to(device)
    model(train.to(device)).sum().backward()
    return model(test.to(device))


def ok_parts_of_what_is_on_the_gpu(device):
    rows = torch.randn(32, 4, device=device)
    train, test = train_test_split(rows, test_size=0.25)
    return nn.Linear(4, 2).to(device)(torch.cat([train, test]))
