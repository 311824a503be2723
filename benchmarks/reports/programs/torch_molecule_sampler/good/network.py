import torch

from misc import get_device


class RNN(torch.nn.Module):
    def __init__(self, voc_size, layer_size=32, num_layers=2, cell_type="lstm", embedding_layer_size=16, dropout=0.0):
        super().__init__()
        self._layer_size = layer_size
        self._num_layers = num_layers
        self._cell_type = cell_type.lower()
        self._embedding = torch.nn.Embedding(voc_size, embedding_layer_size)
        if self._cell_type == "gru":
            self._rnn = torch.nn.GRU(embedding_layer_size, layer_size, num_layers=num_layers, dropout=dropout, batch_first=True)
        elif self._cell_type == "lstm":
            self._rnn = torch.nn.LSTM(embedding_layer_size, layer_size, num_layers=num_layers, dropout=dropout, batch_first=True)
        else:
            raise ValueError("cell_type should be 'gru' or 'lstm'")
        self._linear = torch.nn.Linear(layer_size, voc_size)

    def forward(self, input_vector, hidden_state=None):
        batch_size, seq_size = input_vector.size()
        device = input_vector.device
        if hidden_state is None:
            size = (self._num_layers, batch_size, self._layer_size)
            if self._cell_type == "gru":
                hidden_state = torch.zeros(*size, device=device)
            else:
                hidden_state = [torch.zeros(*size, device=device), torch.zeros(*size, device=device)]
        embedded = self._embedding(input_vector)
        output, hidden_state = self._rnn(embedded, hidden_state)
        output = self._linear(output.reshape(-1, self._layer_size)).view(batch_size, seq_size, -1)
        return output, hidden_state


class SmilesModel:
    def __init__(self, vocabulary, max_sequence_length=32, device=None, **network_params):
        self.vocabulary = vocabulary
        self.max_sequence_length = max_sequence_length
        self._device = device or get_device()
        self.network = RNN(len(vocabulary), **network_params)
        self.network.to(self._device)
        self._nll_loss = torch.nn.NLLLoss(reduction="none")

    @classmethod
    def load_from_file(cls, path, vocabulary, device="cpu"):
        model = cls(vocabulary, device=device)
        model.network.load_state_dict(torch.load(path, map_location=device))
        model.network.eval()
        return model

    def likelihood(self, sequences):
        logits, _ = self.network(sequences[:, :-1])
        log_probs = logits.log_softmax(dim=2)
        return self._nll_loss(log_probs.transpose(1, 2), sequences[:, 1:]).sum(dim=1)

    def sample(self, batch_size=8):
        start = torch.zeros(batch_size, dtype=torch.long, device=self._device)
        start[:] = self.vocabulary["^"]
        x = start
        sequences = [start.unsqueeze(1)]
        hidden = None
        nlls = torch.zeros(batch_size, device=self._device)
        for _ in range(self.max_sequence_length - 1):
            logits, hidden = self.network(x.unsqueeze(1), hidden)
            logits = logits.squeeze(1)
            x = torch.multinomial(logits.softmax(dim=1), 1).view(-1)
            sequences.append(x.view(-1, 1))
            nlls += self._nll_loss(logits.log_softmax(dim=1), x)
            if x.sum() == 0:
                break
        return torch.cat(sequences, 1).data, nlls
