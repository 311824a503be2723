import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import (
    AutoImageProcessor,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    CLIPModel,
    CLIPProcessor,
    ViTForImageClassification,
    WhisperForConditionalGeneration,
    WhisperProcessor,
    get_linear_schedule_with_warmup,
)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def bad_sampling_by_hand(prompt="a good film"):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    model.eval()
    inputs = tokenizer(prompt, return_tensors="pt").to(device)
    input_ids, attention_mask = inputs["input_ids"], inputs["attention_mask"]
    past = None
    for _ in range(3):
        with torch.no_grad():
            out = model(input_ids=input_ids, attention_mask=attention_mask)
        logits = out.logits[:, -1, :] / 0.8
        top = torch.topk(logits, 3)
        next_token = top.indices.gather(-1, torch.multinomial(top.values.softmax(-1), 1))
        input_ids = torch.cat([input_ids, next_token], dim=-1)
        attention_mask = torch.cat([attention_mask, torch.ones((1, 1), dtype=torch.long)], dim=-1)  # wanted
    return tokenizer.decode(input_ids[0])


def ok_sampling_by_hand(prompt="a good film"):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    model.eval()
    inputs = tokenizer(prompt, return_tensors="pt").to(device)
    input_ids, attention_mask = inputs["input_ids"], inputs["attention_mask"]
    past = None
    for _ in range(3):
        with torch.no_grad():
            out = model(input_ids=input_ids, attention_mask=attention_mask)
        logits = out.logits[:, -1, :] / 0.8
        top = torch.topk(logits, 3)
        next_token = top.indices.gather(-1, torch.multinomial(top.values.softmax(-1), 1))
        input_ids = torch.cat([input_ids, next_token], dim=-1)
        attention_mask = torch.cat([attention_mask, torch.ones((1, 1), dtype=torch.long, device=device)], dim=-1)
    return tokenizer.decode(input_ids[0])


def bad_perplexity_of_windows(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.to("cuda").eval()
    encodings = tokenizer(" ".join(texts), return_tensors="pt")
    length = encodings.input_ids.size(1)
    losses = []
    for begin in range(0, length, 2):
        ids = encodings.input_ids[:, begin : begin + 3]
        labels = ids.clone()
        with torch.no_grad():
            losses.append(model(ids, labels=labels).loss)  # wanted
    return torch.stack(losses).mean().exp().item()


def ok_perplexity_of_windows(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.to("cuda").eval()
    encodings = tokenizer(" ".join(texts), return_tensors="pt")
    length = encodings.input_ids.size(1)
    losses = []
    for begin in range(0, length, 2):
        ids = encodings.input_ids[:, begin : begin + 3].to("cuda")
        labels = ids.clone()
        with torch.no_grad():
            losses.append(model(ids, labels=labels).loss)
    return torch.stack(losses).mean().exp().item()


def bad_classification_loop(rows=(("a good film", 1), ("a bad film", 0))):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
    model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)

    def collate(batch):
        encoded = tokenizer([text for text, _ in batch], padding=True, truncation=True, return_tensors="pt")
        encoded["labels"] = torch.tensor([label for _, label in batch])
        return encoded

    loader = DataLoader(list(rows), batch_size=2, shuffle=True, collate_fn=collate)
    scheduler = get_linear_schedule_with_warmup(optimizer, 0, len(loader))
    loss_fn = nn.CrossEntropyLoss()
    for batch in loader:
        labels = batch.pop("labels")
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        loss = loss_fn(outputs.logits, labels)  # wanted
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()


def ok_classification_loop(rows=(("a good film", 1), ("a bad film", 0))):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
    model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)

    def collate(batch):
        encoded = tokenizer([text for text, _ in batch], padding=True, truncation=True, return_tensors="pt")
        encoded["labels"] = torch.tensor([label for _, label in batch])
        return encoded

    loader = DataLoader(list(rows), batch_size=2, shuffle=True, collate_fn=collate)
    scheduler = get_linear_schedule_with_warmup(optimizer, 0, len(loader))
    loss_fn = nn.CrossEntropyLoss()
    for batch in loader:
        labels = batch.pop("labels").to(device)
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        loss = loss_fn(outputs.logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()


def bad_logits_for_a_metric(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased").to(device)
    model.eval()
    predictions, probabilities = [], []
    for text in texts:
        inputs = tokenizer(text, return_tensors="pt", max_length=16, truncation=True)
        inputs = {name: value.to(device) for name, value in inputs.items()}
        with torch.no_grad():
            logits = model(**inputs)[0]
        probabilities.append(torch.softmax(logits, dim=1).numpy())  # wanted
        predictions.append(int(logits.argmax(dim=-1)))
    return np.concatenate(probabilities), predictions


def ok_logits_for_a_metric(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased").to(device)
    model.eval()
    predictions, probabilities = [], []
    for text in texts:
        inputs = tokenizer(text, return_tensors="pt", max_length=16, truncation=True)
        inputs = {name: value.to(device) for name, value in inputs.items()}
        with torch.no_grad():
            logits = model(**inputs)[0]
        probabilities.append(torch.softmax(logits, dim=1).cpu().numpy())
        predictions.append(int(logits.argmax(dim=-1)))
    return np.concatenate(probabilities), predictions


def bad_images_are_classified(image=None):  # not run
    processor = AutoImageProcessor.from_pretrained("google/vit-base-patch16-224")
    model = ViTForImageClassification.from_pretrained("google/vit-base-patch16-224")
    model = model.to(device)
    image = image if image is not None else np.zeros((32, 32, 3), dtype=np.uint8)
    inputs = processor(images=image, return_tensors="pt")
    with torch.no_grad():
        outputs = model(pixel_values=inputs.pixel_values)  # wanted
    return outputs.logits.argmax(-1).item()


def ok_images_are_classified(image=None):  # not run
    processor = AutoImageProcessor.from_pretrained("google/vit-base-patch16-224")
    model = ViTForImageClassification.from_pretrained("google/vit-base-patch16-224")
    model = model.to(device)
    image = image if image is not None else np.zeros((32, 32, 3), dtype=np.uint8)
    inputs = processor(images=image, return_tensors="pt").to(device)
    with torch.no_grad():
        outputs = model(pixel_values=inputs.pixel_values)
    return outputs.logits.argmax(-1).item()


class ImageIndexLeft:
    def __init__(self, name="google/vit-base-patch16-224"):
        self.processor = AutoImageProcessor.from_pretrained(name)
        self.model = AutoModel.from_pretrained(name).to(device).eval()
        self.index = torch.zeros(0, self.model.config.hidden_size)

    @torch.no_grad()
    def embed(self, images):
        inputs = self.processor(images=images, return_tensors="pt")
        hidden = self.model(inputs["pixel_values"].to(device)).last_hidden_state
        return nn.functional.normalize(hidden[:, 0], dim=-1)

    def add(self, images):
        self.index = torch.cat([self.index, self.embed(images)])  # wanted


def bad_index_of_images():  # not run
    index = ImageIndexLeft()
    index.add([np.zeros((32, 32, 3), dtype=np.uint8)])
    return index.index


class ImageIndexRight:
    def __init__(self, name="google/vit-base-patch16-224"):
        self.processor = AutoImageProcessor.from_pretrained(name)
        self.model = AutoModel.from_pretrained(name).to(device).eval()
        self.index = torch.zeros(0, self.model.config.hidden_size, device=device)

    @torch.no_grad()
    def embed(self, images):
        inputs = self.processor(images=images, return_tensors="pt")
        hidden = self.model(inputs["pixel_values"].to(device)).last_hidden_state
        return nn.functional.normalize(hidden[:, 0], dim=-1)

    def add(self, images):
        self.index = torch.cat([self.index, self.embed(images)])


def ok_index_of_images():  # not run
    index = ImageIndexRight()
    index.add([np.zeros((32, 32, 3), dtype=np.uint8)])
    return index.index


def bad_parts_of_clip(labels=("a good film", "a bad film")):  # not run
    model = CLIPModel.from_pretrained("openai/clip-vit-base-patch32")
    processor = CLIPProcessor.from_pretrained("openai/clip-vit-base-patch32")
    model.cuda()
    inputs = processor(text=list(labels), images=np.zeros((32, 32, 3), dtype=np.uint8), return_tensors="pt", padding=True)
    pixels = inputs["pixel_values"].cuda()
    image = model.visual_projection(model.vision_model(pixel_values=pixels).pooler_output)
    ids, mask = inputs["input_ids"], inputs["attention_mask"]
    text = model.text_projection(model.text_model(ids, attention_mask=mask).pooler_output)  # wanted
    return (model.logit_scale.exp() * image @ text.t()).softmax(dim=-1)


def ok_parts_of_clip(labels=("a good film", "a bad film")):  # not run
    model = CLIPModel.from_pretrained("openai/clip-vit-base-patch32")
    processor = CLIPProcessor.from_pretrained("openai/clip-vit-base-patch32")
    model.cuda()
    inputs = processor(text=list(labels), images=np.zeros((32, 32, 3), dtype=np.uint8), return_tensors="pt", padding=True)
    pixels = inputs["pixel_values"].cuda()
    image = model.visual_projection(model.vision_model(pixel_values=pixels).pooler_output)
    ids, mask = inputs["input_ids"].cuda(), inputs["attention_mask"].cuda()
    text = model.text_projection(model.text_model(ids, attention_mask=mask).pooler_output)
    return (model.logit_scale.exp() * image @ text.t()).softmax(dim=-1)


def bad_whisper_language(speech=None):  # not run
    processor = WhisperProcessor.from_pretrained("openai/whisper-tiny")
    model = WhisperForConditionalGeneration.from_pretrained("openai/whisper-tiny").to(device)
    speech = speech if speech is not None else np.zeros(16000, dtype=np.float32)
    features = processor(speech, sampling_rate=16000, return_tensors="pt").input_features.to(device)
    hidden = model.model.encoder(features).last_hidden_state
    start = torch.tensor([[model.config.decoder_start_token_id]])
    with torch.no_grad():
        decoded = model.model.decoder(input_ids=start, encoder_hidden_states=hidden)  # wanted
    return model.proj_out(decoded.last_hidden_state).argmax(-1)


def ok_whisper_language(speech=None):  # not run
    processor = WhisperProcessor.from_pretrained("openai/whisper-tiny")
    model = WhisperForConditionalGeneration.from_pretrained("openai/whisper-tiny").to(device)
    speech = speech if speech is not None else np.zeros(16000, dtype=np.float32)
    features = processor(speech, sampling_rate=16000, return_tensors="pt").input_features.to(device)
    hidden = model.model.encoder(features).last_hidden_state
    start = torch.tensor([[model.config.decoder_start_token_id]], device=device)
    with torch.no_grad():
        decoded = model.model.decoder(input_ids=start, encoder_hidden_states=hidden)
    return model.proj_out(decoded.last_hidden_state).argmax(-1)


def bad_soft_prompt(prompt="a good film"):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    for weight in model.parameters():
        weight.requires_grad = False
    width = model.get_input_embeddings().weight.shape[1]
    soft = nn.Parameter(torch.randn(1, 4, width))
    optimizer = torch.optim.Adam([soft], lr=1e-3)
    ids = tokenizer(prompt, return_tensors="pt").input_ids.to(device)
    words = model.transformer.wte(ids)
    inputs = torch.cat([soft, words], dim=1)  # wanted
    logits = model(inputs_embeds=inputs).logits[:, 4:]
    loss = nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    optimizer.step()


def ok_soft_prompt(prompt="a good film"):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2").to(device)
    for weight in model.parameters():
        weight.requires_grad = False
    width = model.get_input_embeddings().weight.shape[1]
    soft = nn.Parameter(torch.randn(1, 4, width, device=device))
    optimizer = torch.optim.Adam([soft], lr=1e-3)
    ids = tokenizer(prompt, return_tensors="pt").input_ids.to(device)
    words = model.transformer.wte(ids)
    inputs = torch.cat([soft, words], dim=1)
    logits = model(inputs_embeds=inputs).logits[:, 4:]
    loss = nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    optimizer.step()
