import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence


def sort_pack_padded_sequence(input, lengths):
    sorted_lengths, indices = torch.sort(lengths, descending=True)
    packed = pack_padded_sequence(input[indices], sorted_lengths, batch_first=True)  # wanted
    inverse = indices.clone()
    inverse[indices] = torch.arange(0, len(indices)).type_as(inverse)
    return packed, inverse


def pad_unsort_packed_sequence(packed, inverse):
    padded, _ = pad_packed_sequence(packed, batch_first=True)
    return padded[inverse]


def pack_wrapper(module, att_feats, att_masks):
    if att_masks is not None:
        packed, inverse = sort_pack_padded_sequence(att_feats, att_masks.data.long().sum(1))
        return pad_unsort_packed_sequence(PackedSequence(module(packed[0]), packed[1]), inverse)
    return module(att_feats)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.h2att, self.alpha = nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, h, att_feats, p_att_feats, att_masks):
        weight = self.alpha(torch.tanh(p_att_feats + self.h2att(h)[:, None])).squeeze(2).softmax(1)
        weight = weight * att_masks.float()
        weight = weight / weight.sum(1, keepdim=True)
        return torch.bmm(weight[:, None], att_feats).squeeze(1)


class CaptionModel(nn.Module):
    """Describes a part of a scene graph in words."""

    def __init__(self, vocab_size, feat_size=24, width=32):
        super().__init__()
        self.width = width
        self.att_embed = nn.Sequential(nn.Linear(feat_size, width), nn.ReLU(), nn.Dropout(0.3))
        self.ctx2att = nn.Linear(width, width)
        self.embed = nn.Embedding(vocab_size + 1, width)
        self.att_lstm, self.lang_lstm = nn.LSTMCell(3 * width, width), nn.LSTMCell(2 * width, width)
        self.attention = Attention(width)
        self.logit = nn.Linear(width, vocab_size + 1)

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        return [weight.new_zeros(bsz, self.width) for _ in range(4)]

    def prepare(self, att_feats, att_masks):
        longest = att_masks.data.long().sum(1).max()
        att_feats, att_masks = att_feats[:, :longest].contiguous(), att_masks[:, :longest].contiguous()
        att_feats = pack_wrapper(self.att_embed, att_feats, att_masks)
        return att_feats, self.ctx2att(att_feats), att_masks

    def forward(self, att_feats, seq, att_masks):
        att_feats, p_att_feats, att_masks = self.prepare(att_feats, att_masks)
        mean = (att_feats * att_masks[..., None]).sum(1) / att_masks.sum(1, keepdim=True)
        h1, c1, h2, c2 = self.init_hidden(att_feats.size(0))
        outputs = []
        for i in range(seq.size(1) - 1):
            h1, c1 = self.att_lstm(torch.cat([h2, mean, self.embed(seq[:, i])], 1), (h1, c1))
            seen = self.attention(h1, att_feats, p_att_feats, att_masks)
            h2, c2 = self.lang_lstm(torch.cat([seen, h1], 1), (h2, c2))
            outputs.append(F.log_softmax(self.logit(h2), dim=1))
        return torch.stack(outputs, dim=1)
