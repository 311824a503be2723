from contextlib import nullcontext

import torch
from transformers import AutoTokenizer, MistralModel


class Stage:
    """One step of the loading pipeline; asks the step before for its items."""

    def __init__(self):
        self.before = None
        self.pipeline = None

    def previous(self, name, index):
        return self.before.get_item(index)[name]


class LoadCaption(Stage):
    def __init__(self, captions, out_name):
        super().__init__()
        self.captions, self.out_name = captions, out_name

    def get_item(self, index):
        return {self.out_name: self.captions[index]}


class Tokenize(Stage):
    def __init__(self, in_name, tokens_out, mask_out, tokenizer, max_length):
        super().__init__()
        self.in_name, self.tokens_out, self.mask_out = in_name, tokens_out, mask_out
        self.tokenizer, self.max_length = tokenizer, max_length

    def get_item(self, index):
        text = self.previous(self.in_name, index)
        output = self.tokenizer(
            text, padding="max_length", truncation=True, max_length=self.max_length, return_tensors="pt"
        )
        tokens = output.input_ids.to(self.pipeline.device)
        mask = output.attention_mask.to(self.pipeline.device)
        return {self.tokens_out: tokens.squeeze(dim=0), self.mask_out: mask.squeeze(dim=0)}


class EncodeText(Stage):
    def __init__(self, tokens_name, mask_name, hidden_out, text_encoder, layers, autocast_contexts=None, dtype=None):
        super().__init__()
        self.tokens_name, self.mask_name, self.hidden_out = tokens_name, mask_name, hidden_out
        self.text_encoder = text_encoder
        self.layers = layers if isinstance(layers, list) else [layers]
        self.autocast_contexts = [nullcontext()] if autocast_contexts is None else autocast_contexts
        self.dtype = dtype

    def get_item(self, index):
        tokens = self.previous(self.tokens_name, index).unsqueeze(0)
        mask = self.previous(self.mask_name, index) if self.mask_name is not None else None
        if mask is not None:
            mask = mask.unsqueeze(0).to(self.text_encoder.device)
        tokens = tokens.to(self.text_encoder.device)
        with self.autocast_contexts[0]:
            output = self.text_encoder(tokens, attention_mask=mask, output_hidden_states=True, use_cache=False)
        hidden = torch.cat([output.hidden_states[k] for k in self.layers], dim=-1)
        return {self.tokens_name: tokens.squeeze(dim=0), self.hidden_out: hidden.squeeze(dim=0)}


class Pipeline:
    def __init__(self, device, stages):
        self.device = device
        self.stages = stages
        for before, stage in zip([None] + stages[:-1], stages):
            stage.before = before
            stage.pipeline = self

    def items(self, count):
        for index in range(count):
            yield self.stages[-1].get_item(index)


def build(config, captions):
    tokenizer = AutoTokenizer.from_pretrained(config["tokenizer"])
    text_encoder = MistralModel.from_pretrained(config["encoder"], torch_dtype=torch.bfloat16)
    text_encoder.eval().requires_grad_(False)
    # the encoder does not fit beside the transformer, it stays where it was loaded
    text_encoder.to(torch.device(config["encoder_device"]))
    return Pipeline(
        torch.device(config["train_device"]),
        [
            LoadCaption(captions, "prompt"),
            Tokenize("prompt", "tokens", "tokens_mask", tokenizer, 64),
            EncodeText("tokens", "tokens_mask", "hidden", text_encoder, [10, 20, 30]),
        ],
    )


if __name__ == "__main__":
    settings = {
        "tokenizer": "mistralai/Mistral-Small",
        "encoder": "mistralai/Mistral-Small",
        "encoder_device": "cpu",
        "train_device": "cuda:0",
    }
    prompts = ["a lighthouse at dusk", "three red boats", "portrait of a baker"]
    for item in build(settings, prompts).items(len(prompts)):
        torch.save(item["hidden"].cpu(), "cache.pt")
