import torch
from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer, create_reference_model
from trl.trainer.sft_trainer import DataCollatorForLanguageModeling
from trl.trainer.utils import pad, selective_log_softmax

VOCABULARY = {"[PAD]": 0, "[EOS]": 1, "[UNK]": 2, "red": 3, "green": 4, "blue": 5}


def small_gpt():
    return GPT2LMHeadModel(
        GPT2Config(vocab_size=6, n_embd=8, n_layer=1, n_head=2, n_positions=16, bos_token_id=1, eos_token_id=1)
    )


def colour_tokenizer():
    words = Tokenizer(WordLevel(VOCABULARY, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="[PAD]", eos_token="[EOS]", unk_token="[UNK]")


def quick_settings():
    return SFTConfig(
        output_dir="out",
        max_steps=1,
        report_to=[],
        save_strategy="no",
        bf16=False,
        gradient_checkpointing=False,
        disable_tqdm=True,
    )


def bad_collated_batch_is_not_moved(device):
    model = small_gpt().to(device)
    collate = DataCollatorForLanguageModeling(pad_token_id=0)
    batch = collate([{"input_ids": [3, 4, 5]}, {"input_ids": [3, 5]}])
    loss = model(**batch).loss  # wanted, not found: what trainers and collators of TRL give is not followed
    loss.backward()


def ok_collated_batch_is_not_moved(device):
    model = small_gpt().to(device)
    collate = DataCollatorForLanguageModeling(pad_token_id=0)
    batch = collate([{"input_ids": [3, 4, 5]}, {"input_ids": [3, 5]}])
    batch = {name: tensor.to(device) for name, tensor in batch.items()}
    loss = model(**batch).loss
    loss.backward()


def bad_log_probabilities_are_picked_with_home_tokens():
    policy = small_gpt().cuda()
    completions = pad([torch.tensor([3, 4, 5]), torch.tensor([3, 4])], padding_value=0)
    logits = policy(completions.cuda()).logits[:, :-1]
    return selective_log_softmax(logits, completions[:, 1:])  # wanted


def ok_log_probabilities_are_picked_with_home_tokens():
    policy = small_gpt().cuda()
    completions = pad([torch.tensor([3, 4, 5]), torch.tensor([3, 4])], padding_value=0).cuda()
    logits = policy(completions).logits[:, :-1]
    return selective_log_softmax(logits, completions[:, 1:])


def bad_reference_is_copied_before_the_move(device):
    policy = small_gpt()
    reference = create_reference_model(policy)
    policy.to(device)
    tokens = torch.tensor([[3, 4, 5]], device=device)
    with torch.no_grad():
        expected = reference(tokens).logits  # wanted
    return (policy(tokens).logits - expected).abs().mean()


def ok_reference_is_copied_before_the_move(device):
    policy = small_gpt().to(device)
    reference = create_reference_model(policy)
    tokens = torch.tensor([[3, 4, 5]], device=device)
    with torch.no_grad():
        expected = reference(tokens).logits
    return (policy(tokens).logits - expected).abs().mean()


class WeighsTokensLeftBehind(SFTTrainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")[:, 1:].clamp(min=0)
        inputs.pop("shift_labels", None)
        logits = model(**inputs).logits[:, :-1]
        weights = torch.ones(logits.size(-1))
        weights[3] = 5.0
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), weight=weights)  # wanted
        return (loss, logits) if return_outputs else loss


class WeighsTokensWhereTheLogitsAre(SFTTrainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")[:, 1:].clamp(min=0)
        inputs.pop("shift_labels", None)
        logits = model(**inputs).logits[:, :-1]
        weights = torch.ones(logits.size(-1), device=logits.device)
        weights[3] = 5.0
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), weight=weights)
        return (loss, logits) if return_outputs else loss


def bad_fine_tuning_weighs_tokens_behind():
    rows = Dataset.from_dict({"text": ["red green blue", "blue green"]})
    trainer = WeighsTokensLeftBehind(
        model=small_gpt(), args=quick_settings(), train_dataset=rows, processing_class=colour_tokenizer()
    )
    trainer.train()


def ok_fine_tuning_weighs_tokens_behind():
    rows = Dataset.from_dict({"text": ["red green blue", "blue green"]})
    trainer = WeighsTokensWhereTheLogitsAre(
        model=small_gpt(), args=quick_settings(), train_dataset=rows, processing_class=colour_tokenizer()
    )
    trainer.train()
