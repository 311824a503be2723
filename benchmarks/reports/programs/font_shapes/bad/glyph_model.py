import torch
import torch.nn as nn
import torch.nn.functional as F


class GlyphModel(nn.Module):
    """Reads a glyph as a picture and as a path, and draws both again."""

    def __init__(self, settings, width=32, commands=4):
        super().__init__()
        pixels = settings.img_size ** 2
        self.img_encoder = nn.Sequential(nn.Flatten(), nn.Linear(pixels, width), nn.ReLU())
        self.command_embedding = nn.Embedding(commands, width)
        self.args_embedding = nn.Linear(2, width)
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True)
        self.seq_encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.modality_fusion = nn.Linear(2 * width, 2 * width)
        self.img_decoder = nn.Sequential(nn.Linear(width, pixels), nn.Sigmoid())
        self.seq_decoder = nn.Linear(2 * width, commands + 2)

    def forward(self, data, stage="train"):
        image, command, args = data["image"], data["command"], data["args"]
        path = self.seq_encoder(self.command_embedding(command) + self.args_embedding(args))
        fused = self.modality_fusion(torch.cat([self.img_encoder(image), path.mean(1)], dim=-1))
        mean, log_var = fused.chunk(2, dim=-1)
        z = mean + torch.randn_like(mean) * torch.exp(0.5 * log_var) if stage == "train" else mean
        drawn = self.img_decoder(z).view_as(image)
        predicted = self.seq_decoder(torch.cat([path, z[:, None].expand_as(path)], dim=-1))
        loss = {
            "img": F.l1_loss(drawn, image),
            "kl": -0.5 * torch.mean(1 + log_var - mean.pow(2) - log_var.exp()),
            "svg": F.cross_entropy(predicted[..., :-2].flatten(0, 1), command.flatten())
            + F.mse_loss(predicted[..., -2:], args),
        }
        return drawn, loss
