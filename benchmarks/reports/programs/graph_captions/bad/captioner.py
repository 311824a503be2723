import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence


def pack_sorted(input, lengths):
    longest_first, order = torch.sort(lengths, descending=True)
    packed = pack_padded_sequence(input[order], longest_first, batch_first=True)  # wanted
    inverse = order.clone()
    inverse[order] = torch.arange(0, len(order)).type_as(inverse)
    return packed, inverse


def unpack_sorted(packed, inverse):
    padded, _ = pad_packed_sequence(packed, batch_first=True)
    return padded[inverse]


def over_nodes(module, node_feats, node_masks):
    if node_masks is not None:
        packed, inverse = pack_sorted(node_feats, node_masks.data.long().sum(1))
        return unpack_sorted(PackedSequence(module(packed[0]), packed[1]), inverse)
    return module(node_feats)


class NodeAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.ask, self.alpha = nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, h, node_feats, projected, node_masks):
        weight = self.alpha(torch.tanh(projected + self.ask(h)[:, None])).squeeze(2).softmax(1)
        weight = weight * node_masks.float()
        weight = weight / weight.sum(1, keepdim=True)
        return torch.bmm(weight[:, None], node_feats).squeeze(1)


class Captioner(nn.Module):
    """Describes a part of a scene graph in words."""

    def __init__(self, vocab_size, feat_size=24, width=32):
        super().__init__()
        self.width = width
        self.embed_nodes = nn.Sequential(nn.Linear(feat_size, width), nn.ReLU(), nn.Dropout(0.3))
        self.project = nn.Linear(width, width)
        self.embed = nn.Embedding(vocab_size + 1, width)
        self.look_lstm, self.word_lstm = nn.LSTMCell(3 * width, width), nn.LSTMCell(2 * width, width)
        self.attention = NodeAttention(width)
        self.logit = nn.Linear(width, vocab_size + 1)

    def start_states(self, bsz):
        weight = next(self.parameters())
        return [weight.new_zeros(bsz, self.width) for _ in range(4)]

    def prepare(self, node_feats, node_masks):
        longest = node_masks.data.long().sum(1).max()
        node_feats, node_masks = node_feats[:, :longest].contiguous(), node_masks[:, :longest].contiguous()
        node_feats = over_nodes(self.embed_nodes, node_feats, node_masks)
        return node_feats, self.project(node_feats), node_masks

    def forward(self, node_feats, caption, node_masks):
        node_feats, projected, node_masks = self.prepare(node_feats, node_masks)
        mean = (node_feats * node_masks[..., None]).sum(1) / node_masks.sum(1, keepdim=True)
        h1, c1, h2, c2 = self.start_states(node_feats.size(0))
        outputs = []
        for i in range(caption.size(1) - 1):
            h1, c1 = self.look_lstm(torch.cat([h2, mean, self.embed(caption[:, i])], 1), (h1, c1))
            seen = self.attention(h1, node_feats, projected, node_masks)
            h2, c2 = self.word_lstm(torch.cat([seen, h1], 1), (h2, c2))
            outputs.append(F.log_softmax(self.logit(h2), dim=1))
        return torch.stack(outputs, dim=1)
