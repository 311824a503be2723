import torch
import torch.nn.functional as F
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict
from torch import nn
from transformers import GPT2Config, GPT2LMHeadModel


def small_gpt():
    return GPT2LMHeadModel(GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=2, n_positions=16, bos_token_id=0, eos_token_id=1))


LORA = LoraConfig(r=2, lora_alpha=4, target_modules=["c_attn"], fan_in_fan_out=True, task_type="CAUSAL_LM")


def bad_prompt_of_an_adapted_model_stays_behind(device):
    model = get_peft_model(small_gpt().to(device), LORA)
    model.eval()
    prompt = torch.tensor([[3, 4, 5]])
    with torch.no_grad():
        scores = model(input_ids=prompt).logits  # wanted
    return scores[0, -1].argmax().item()


def ok_prompt_of_an_adapted_model_stays_behind(device):
    model = get_peft_model(small_gpt().to(device), LORA)
    model.eval()
    prompt = torch.tensor([[3, 4, 5]]).to(model.device)
    with torch.no_grad():
        scores = model(input_ids=prompt).logits
    return scores[0, -1].argmax().item()


def bad_labels_of_a_fine_tuning_step_stay_behind():
    model = get_peft_model(small_gpt(), LORA)
    model.to("cuda")
    optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=1e-3)
    tokens = torch.randint(0, 20, (2, 8))
    logits = model(input_ids=tokens.to("cuda")).logits
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())  # wanted
    loss.backward()
    optimizer.step()


def ok_labels_of_a_fine_tuning_step_stay_behind():
    model = get_peft_model(small_gpt(), LORA)
    model.to("cuda")
    optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=1e-3)
    tokens = torch.randint(0, 20, (2, 8)).to("cuda")
    logits = model(input_ids=tokens).logits
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())
    loss.backward()
    optimizer.step()


def bad_adapter_weights_become_arrays(device):
    base = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    model = get_peft_model(base, LoraConfig(r=2, target_modules=["0"])).to(device)
    model(torch.randn(4, 8, device=device)).sum().backward()
    return {name: weight.numpy() for name, weight in get_peft_model_state_dict(model).items()}  # wanted


def ok_adapter_weights_become_arrays(device):
    base = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    model = get_peft_model(base, LoraConfig(r=2, target_modules=["0"])).to(device)
    model(torch.randn(4, 8, device=device)).sum().backward()
    return {name: weight.cpu().numpy() for name, weight in get_peft_model_state_dict(model).items()}


def bad_merged_model_is_compared_with_the_one_behind():
    original = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    kept = original[0].weight.detach().clone()
    model = get_peft_model(original, LoraConfig(r=2, target_modules=["0"])).cuda()
    model(torch.randn(4, 8).cuda()).sum().backward()
    merged = model.merge_and_unload()
    return (merged[0].weight - kept).norm()  # wanted, not found: no row says it


def ok_merged_model_is_compared_with_the_one_behind():
    original = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    kept = original[0].weight.detach().clone()
    model = get_peft_model(original, LoraConfig(r=2, target_modules=["0"])).cuda()
    model(torch.randn(4, 8).cuda()).sum().backward()
    merged = model.merge_and_unload()
    return (merged[0].weight - kept.to(merged[0].weight.device)).norm()
