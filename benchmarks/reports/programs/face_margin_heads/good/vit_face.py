import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import Parameter


class SigmoidMarginHead(nn.Module):
    """Class scores of faces."""

    def __init__(self, in_features, out_features, s=64.0, k=80.0, a=0.8, b=1.22):
        super().__init__()
        self.s, self.k, self.a, self.b = s, k, a, b
        self.weight = Parameter(torch.empty(out_features, in_features))
        nn.init.xavier_normal_(self.weight, gain=2)

    def forward(self, x, label):
        cosine = F.linear(F.normalize(x), F.normalize(self.weight))
        output = cosine * self.s

        own = torch.zeros_like(cosine)
        own.scatter_(1, label.view(-1, 1), 1)
        others = torch.ones_like(cosine)
        others.scatter_(1, label.view(-1, 1), 0)

        right = torch.sum(own * output, 1)
        with torch.no_grad():
            angle = torch.acos((right / self.s).clamp(-1, 1))
            weight_right = 1.0 / (1.0 + torch.exp(-self.k * (angle - self.a)))
        wrong = others * output
        with torch.no_grad():
            angles = torch.acos((wrong / self.s).clamp(-1, 1))
            weight_wrong = 1.0 / (1.0 + torch.exp(self.k * (angles - self.b)))
        loss = -(weight_right * right).mean() + torch.sum(weight_wrong * wrong, 1).mean()
        return output, loss.view(1)


class FaceTransformer(nn.Module):
    def __init__(self, num_class, image_size=32, patch=8, dim=32, depth=2, heads=4):
        super().__init__()
        patches = (image_size // patch) ** 2
        self.patch = patch
        self.to_tokens = nn.Linear(3 * patch * patch, dim)
        self.class_token = nn.Parameter(torch.randn(1, 1, dim))
        self.positions = nn.Parameter(torch.randn(1, patches + 1, dim))
        layer = nn.TransformerEncoderLayer(dim, heads, 2 * dim, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(dim)
        self.loss = SigmoidMarginHead(dim, num_class)

    def forward(self, img, label=None):
        p = self.patch
        b, c, h, w = img.shape
        x = img.reshape(b, c, h // p, p, w // p, p).permute(0, 2, 4, 3, 5, 1).reshape(b, -1, p * p * c)
        x = self.to_tokens(x)
        x = torch.cat((self.class_token.expand(b, -1, -1), x), dim=1) + self.positions
        embedding = self.norm(self.encoder(x)[:, 0])
        if label is None:
            return embedding
        scores, loss = self.loss(embedding, label)
        return scores, loss, embedding
