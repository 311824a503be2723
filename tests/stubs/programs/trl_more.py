import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification, AutoTokenizer
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer
from trl.models import create_reference_model
from trl.trainer.utils import selective_log_softmax


def bad_asked_after_training():  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    rows = Dataset.from_dict({"text": ["a good film", "a bad film"]})
    trainer = SFTTrainer(model=model, args=SFTConfig("out", max_steps=1, report_to=[], bf16=False), train_dataset=rows, processing_class=tokenizer)
    trainer.train()
    inputs = tokenizer("a good", return_tensors="pt")
    out = model(**inputs).logits  # wanted
    return tokenizer.decode(out[0].argmax(-1))


def ok_asked_after_training():  # not run
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    rows = Dataset.from_dict({"text": ["a good film", "a bad film"]})
    trainer = SFTTrainer(model=model, args=SFTConfig("out", max_steps=1, report_to=[], bf16=False), train_dataset=rows, processing_class=tokenizer)
    trainer.train()
    inputs = tokenizer("a good", return_tensors="pt").to(model.device)
    out = model(**inputs).logits
    return tokenizer.decode(out[0].argmax(-1))


def bad_rewards_of_a_classifier(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    reward_model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=1).to("cuda")
    encoded = tokenizer(list(texts), padding=True, return_tensors="pt")
    with torch.no_grad():
        rewards = reward_model(**encoded).logits.squeeze(-1)  # wanted
    return [r for r in rewards]


def ok_rewards_of_a_classifier(texts=("a good film", "a bad film")):  # not run
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
    reward_model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=1).to("cuda")
    encoded = tokenizer(list(texts), padding=True, return_tensors="pt")
    with torch.no_grad():
        rewards = reward_model(**encoded.to("cuda")).logits.squeeze(-1)
    return [r for r in rewards]


def bad_divergence_of_two_models():  # not run
    policy = AutoModelForCausalLM.from_pretrained("gpt2")
    reference = create_reference_model(policy)
    policy.to("cuda")
    ids = torch.tensor([[2, 3, 4]]).to("cuda")
    own = selective_log_softmax(policy(ids).logits[:, :-1], ids[:, 1:])
    with torch.no_grad():
        other = selective_log_softmax(reference(ids).logits[:, :-1], ids[:, 1:])  # wanted
    return (own - other).mean()


def ok_divergence_of_two_models():  # not run
    policy = AutoModelForCausalLM.from_pretrained("gpt2")
    reference = create_reference_model(policy)
    policy.to("cuda")
    reference.to("cuda")
    ids = torch.tensor([[2, 3, 4]]).to("cuda")
    own = selective_log_softmax(policy(ids).logits[:, :-1], ids[:, 1:])
    with torch.no_grad():
        other = selective_log_softmax(reference(ids).logits[:, :-1], ids[:, 1:])
    return (own - other).mean()
