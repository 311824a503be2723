import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

import config as c
from model import Model


def make_loaders():
    rng = np.random.default_rng(0)
    good = rng.standard_normal((32, c.n_feat, c.side, c.side)).astype(np.float32)
    test = rng.standard_normal((16, c.n_feat, c.side, c.side)).astype(np.float32)
    labels = np.arange(16) % 2
    test[labels == 1, :, 2:5, 2:5] += 3
    mask = np.ones((16, 1, c.side, c.side), dtype=np.float32)
    train_set = TensorDataset(torch.from_numpy(good), torch.from_numpy(np.ones_like(good[:, :1])))
    test_set = TensorDataset(torch.from_numpy(test), torch.from_numpy(mask), torch.from_numpy(labels))
    return DataLoader(train_set, c.batch_size, shuffle=True), DataLoader(test_set, c.batch_size)


def st_loss(target, output, mask):
    return torch.mean(mask * (target - output) ** 2, dim=1)


def train_teacher(loader):
    model = Model(nf=True).to(c.device)
    optimizer = torch.optim.Adam(model.parameters(), lr=c.lr, eps=1e-8, weight_decay=1e-5)
    for _ in range(c.passes):
        for features, mask in loader:
            features, mask = features.to(c.device), mask.to(c.device)
            z, jacobian = model(features)
            loss = (0.5 * torch.sum(mask * z ** 2, dim=1) - jacobian * mask[:, 0]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return model.eval()


def train(train_loader, test_loader):
    teacher = train_teacher(train_loader)
    student = Model(nf=False)
    student.to(c.device)
    optimizer = torch.optim.Adam(student.parameters(), lr=c.lr, eps=1e-8, weight_decay=1e-5)
    for epoch in range(c.rounds):
        student.train()
        losses = []
        for _ in range(c.passes):
            for features, mask in train_loader:
                features, mask = features.to(c.device), mask.to(c.device)
                with torch.no_grad():
                    z_t, _ = teacher(features)
                z, _ = student(features)
                loss = st_loss(z_t, z, mask).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(loss.item())
        print(f"epoch {epoch}: student loss {np.mean(losses):.4f}")

        student.eval()
        scores, labels = [], []
        with torch.no_grad():
            for features, mask, label in test_loader:
                features, mask = features.to(c.device), mask.cuda()  # wanted
                score = st_loss(teacher(features)[0], student(features)[0], mask)
                scores.append(score.amax((1, 2)).cpu().numpy())
                labels.append(label.numpy())
        scores, labels = np.concatenate(scores), np.concatenate(labels)
        print("AUROC", np.mean(scores[labels == 1][:, None] > scores[labels == 0][None]))


if __name__ == "__main__":
    train(*make_loaders())
