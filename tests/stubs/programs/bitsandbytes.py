import bitsandbytes as bnb
import torch
from bitsandbytes import functional as bnb_functional
from torch import nn


def bad_error_of_quantization_is_taken_across_devices():
    weight = torch.randn(64, 64)
    packed, state = bnb_functional.quantize_4bit(weight.cuda(), quant_type="nf4")
    restored = bnb_functional.dequantize_4bit(packed, state)
    return (weight - restored).abs().mean()  # wanted


def ok_error_of_quantization_is_taken_across_devices():
    weight = torch.randn(64, 64).cuda()
    packed, state = bnb_functional.quantize_4bit(weight, quant_type="nf4")
    restored = bnb_functional.dequantize_4bit(packed, state)
    return (weight - restored).abs().mean()


def bad_input_of_a_quantized_layer_stays_behind(device):
    layer = bnb.nn.Linear4bit(64, 32, compute_dtype=torch.float32, quant_type="nf4").to(device)
    x = torch.randn(2, 64)
    return layer(x)  # wanted


def ok_input_of_a_quantized_layer_stays_behind(device):
    layer = bnb.nn.Linear4bit(64, 32, compute_dtype=torch.float32, quant_type="nf4").to(device)
    x = torch.randn(2, 64).to(device)
    return layer(x)


class ScalesQuantizedFeaturesLeftBehind(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(bnb.nn.Linear8bitLt(16, 16, has_fp16_weights=False), nn.ReLU())
        self.scale = torch.full((16,), 0.5)

    def forward(self, x):
        return self.encoder(x) * self.scale  # wanted


class ScalesQuantizedFeaturesWithABuffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(bnb.nn.Linear8bitLt(16, 16, has_fp16_weights=False), nn.ReLU())
        self.register_buffer("scale", torch.full((16,), 0.5))

    def forward(self, x):
        return self.encoder(x) * self.scale


def bad_scale_of_quantized_features_is_no_buffer():
    model = ScalesQuantizedFeaturesLeftBehind().cuda()
    return model(torch.randn(2, 16, device="cuda", dtype=torch.float16))


def ok_scale_of_quantized_features_is_no_buffer():
    model = ScalesQuantizedFeaturesWithABuffer().cuda()
    return model(torch.randn(2, 16, device="cuda", dtype=torch.float16))


def bad_tokens_of_a_stable_embedding_stay_behind(device):
    embedding = bnb.nn.StableEmbedding(20, 8).to(device)
    tokens = torch.randint(0, 20, (2, 5))
    return embedding(tokens).mean(dim=1)  # wanted


def ok_tokens_of_a_stable_embedding_stay_behind(device):
    embedding = bnb.nn.StableEmbedding(20, 8).to(device)
    tokens = torch.randint(0, 20, (2, 5), device=device)
    return embedding(tokens).mean(dim=1)
