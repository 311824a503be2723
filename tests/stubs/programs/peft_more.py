import torch
from peft import LoraConfig, PeftModel, PromptTuningConfig, TaskType, get_peft_model
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification, AutoTokenizer, default_data_collator

device = "cuda"


def bad_lora_training_loop(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig(task_type=TaskType.CAUSAL_LM, r=4, lora_alpha=8))
    model.print_trainable_parameters()
    model = model.to(device)
    rows = [dict(tokenizer(text)) for text in texts]
    loader = DataLoader([{"input_ids": r["input_ids"], "labels": r["input_ids"]} for r in rows], collate_fn=default_data_collator)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-2)
    for batch in loader:
        outputs = model(**batch)  # wanted, not found: a list of rows as a data set
        outputs.loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def ok_lora_training_loop(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model = get_peft_model(model, LoraConfig(task_type=TaskType.CAUSAL_LM, r=4, lora_alpha=8))
    model.print_trainable_parameters()
    model = model.to(device)
    rows = [dict(tokenizer(text)) for text in texts]
    loader = DataLoader([{"input_ids": r["input_ids"], "labels": r["input_ids"]} for r in rows], collate_fn=default_data_collator)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-2)
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        outputs.loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def bad_adapter_for_inference(folder="adapter", prompt="a good film"):  # not run
    base = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
    model = PeftModel.from_pretrained(base, folder)
    model = model.merge_and_unload()
    model.eval()
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    inputs = tokenizer(prompt, return_tensors="pt")
    with torch.no_grad():
        logits = model(input_ids=inputs["input_ids"]).logits  # wanted
    return tokenizer.decode(logits[0].argmax(-1), skip_special_tokens=True)


def ok_adapter_for_inference(folder="adapter", prompt="a good film"):  # not run
    base = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
    model = PeftModel.from_pretrained(base, folder)
    model = model.merge_and_unload()
    model.eval()
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    inputs = tokenizer(prompt, return_tensors="pt").to("cuda")
    with torch.no_grad():
        logits = model(input_ids=inputs["input_ids"]).logits
    return tokenizer.decode(logits[0].argmax(-1), skip_special_tokens=True)


def bad_embeddings_below_adapters(ids=((2, 3, 4),)):  # not run
    base = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    model = get_peft_model(base, LoraConfig(task_type=TaskType.SEQ_CLS, target_modules=["query", "value"]))
    model.cuda()
    tokens = torch.tensor(ids)
    words = model.base_model.model.bert.embeddings.word_embeddings(tokens)  # wanted
    return words + 0.1 * torch.randn_like(words)


def ok_embeddings_below_adapters(ids=((2, 3, 4),)):  # not run
    base = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    model = get_peft_model(base, LoraConfig(task_type=TaskType.SEQ_CLS, target_modules=["query", "value"]))
    model.cuda()
    tokens = torch.tensor(ids).cuda()
    words = model.base_model.model.bert.embeddings.word_embeddings(tokens)
    return words + 0.1 * torch.randn_like(words)


def bad_adapters_with_class_weights(rows=(((2, 3), 0), ((3, 2), 1))):  # not run
    base = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
    model = get_peft_model(base, LoraConfig(task_type="SEQ_CLS", target_modules=["query"])).to("cuda")
    weights = torch.tensor([0.3, 0.7])
    criterion = torch.nn.CrossEntropyLoss(weight=weights)
    ids = torch.tensor([one for one, _ in rows]).to("cuda")
    labels = torch.tensor([label for _, label in rows]).to("cuda")
    logits = model(input_ids=ids).logits
    criterion(logits, labels).backward()  # wanted


def ok_adapters_with_class_weights(rows=(((2, 3), 0), ((3, 2), 1))):  # not run
    base = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
    model = get_peft_model(base, LoraConfig(task_type="SEQ_CLS", target_modules=["query"])).to("cuda")
    weights = torch.tensor([0.3, 0.7]).to("cuda")
    criterion = torch.nn.CrossEntropyLoss(weight=weights)
    ids = torch.tensor([one for one, _ in rows]).to("cuda")
    labels = torch.tensor([label for _, label in rows]).to("cuda")
    logits = model(input_ids=ids).logits
    criterion(logits, labels).backward()
