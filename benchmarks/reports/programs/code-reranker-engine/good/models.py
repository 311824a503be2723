import torch
import torch.nn.functional as F
from torch import nn
from transformers import LlamaModel, LlamaPreTrainedModel
from transformers.modeling_outputs import SequenceClassifierOutputWithPast


class CodeReranker(LlamaPreTrainedModel):
    """One score for a pair of functions, of the last token that is not padding."""

    def __init__(self, config, loss_fct="margin", evaluate_only=False, max_seq_length=512):
        super().__init__(config)
        self.model = LlamaModel(config)
        self.score = nn.Linear(config.hidden_size, 1, bias=False)
        self.loss_fct = loss_fct
        self.evaluate_only = evaluate_only
        self.max_seq_length = max_seq_length
        self.post_init()

    def pooled(self, input_ids, attention_mask):
        hidden = self.model(input_ids=input_ids, attention_mask=attention_mask)[0]
        logits = self.score(hidden).squeeze(-1)
        last = attention_mask.sum(dim=1) - 1
        rows = torch.arange(input_ids.shape[0], device=logits.device)
        return logits[rows, last]

    def forward(self, input_ids=None, attention_mask=None, labels=None):
        scores = self.pooled(input_ids, attention_mask)
        loss = None
        if labels is not None and not self.evaluate_only:
            if self.loss_fct == "margin":
                signs = labels.to(scores.dtype) * 2 - 1
                loss = F.relu(1 - signs * scores).mean()
            else:
                loss = F.binary_cross_entropy_with_logits(scores, labels.to(scores.dtype))
        return SequenceClassifierOutputWithPast(loss=loss, logits=scores)
