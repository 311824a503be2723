import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from torch import nn

VOCABULARY = {"[PAD]": 0, "[UNK]": 1, "good": 2, "day": 3, "to": 4, "all": 5}


def word_tokenizer():
    tokenizer = Tokenizer(WordLevel(VOCABULARY, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
    return tokenizer


def bad_token_ids_stay_behind(device):
    tokenizer = word_tokenizer()
    embedding = nn.Embedding(tokenizer.get_vocab_size(), 8).to(device)
    ids = torch.tensor(tokenizer.encode("good day to all").ids)
    return embedding(ids).mean(dim=0)  # wanted


def ok_token_ids_stay_behind(device):
    tokenizer = word_tokenizer()
    embedding = nn.Embedding(tokenizer.get_vocab_size(), 8).to(device)
    ids = torch.tensor(tokenizer.encode("good day to all").ids, device=device)
    return embedding(ids).mean(dim=0)


def bad_padding_mask_stays_behind():
    tokenizer = word_tokenizer()
    embedding = nn.Embedding(tokenizer.get_vocab_size(), 8).cuda()
    encodings = tokenizer.encode_batch(["good day to all", "good day"])
    ids = torch.tensor([encoding.ids for encoding in encodings]).cuda()
    mask = torch.tensor([encoding.attention_mask for encoding in encodings])
    vectors = embedding(ids) * mask.unsqueeze(-1)  # wanted
    return vectors.sum(dim=1) / mask.sum(dim=1, keepdim=True)


def ok_padding_mask_stays_behind():
    tokenizer = word_tokenizer()
    embedding = nn.Embedding(tokenizer.get_vocab_size(), 8).cuda()
    encodings = tokenizer.encode_batch(["good day to all", "good day"])
    ids = torch.tensor([encoding.ids for encoding in encodings]).cuda()
    mask = torch.tensor([encoding.attention_mask for encoding in encodings]).cuda()
    vectors = embedding(ids) * mask.unsqueeze(-1)
    return vectors.sum(dim=1) / mask.sum(dim=1, keepdim=True)


def bad_predicted_tokens_are_decoded_from_the_gpu(device):
    tokenizer = word_tokenizer()
    model = nn.Sequential(nn.Embedding(6, 8), nn.Linear(8, 6)).to(device)
    ids = torch.tensor(tokenizer.encode("good day").ids, device=device)
    predicted = model(ids).argmax(dim=-1)
    return tokenizer.decode(predicted.numpy().tolist())  # wanted


def ok_predicted_tokens_are_decoded_from_the_gpu(device):
    tokenizer = word_tokenizer()
    model = nn.Sequential(nn.Embedding(6, 8), nn.Linear(8, 6)).to(device)
    ids = torch.tensor(tokenizer.encode("good day").ids, device=device)
    predicted = model(ids).argmax(dim=-1)
    return tokenizer.decode(predicted.cpu().numpy().tolist())
