import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from torch.nn import CrossEntropyLoss
from torch.utils.data import DataLoader, Dataset
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    DataCollatorForLanguageModeling,
    DataCollatorWithPadding,
    GPT2Config,
    GPT2LMHeadModel,
    LogitsProcessor,
    LogitsProcessorList,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
    default_data_collator,
)

WORDS = ["[PAD]", "[UNK]", "good", "bad", "film", "a", "really"]
REVIEWS = [
    {"input_ids": [5, 2, 4], "attention_mask": [1, 1, 1], "labels": 1},
    {"input_ids": [5, 3, 4], "attention_mask": [1, 1, 1], "labels": 0},
]


def word_tokenizer():
    words = Tokenizer(WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="[PAD]", unk_token="[UNK]")


def sentiment_config():
    return BertConfig(
        vocab_size=len(WORDS),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=2,
    )


def bad_encoding_stays_behind(device):
    tokenizer = word_tokenizer()
    model = BertForSequenceClassification(sentiment_config())
    model.to(device)
    model.eval()
    encoding = tokenizer(["a good film", "a really bad film"], padding=True, return_tensors="pt")
    with torch.no_grad():
        output = model(**encoding)  # wanted
    return output.logits.softmax(dim=-1)


def ok_encoding_stays_behind(device):
    tokenizer = word_tokenizer()
    model = BertForSequenceClassification(sentiment_config())
    model.to(device)
    model.eval()
    encoding = tokenizer(["a good film", "a really bad film"], padding=True, return_tensors="pt").to(device)
    with torch.no_grad():
        output = model(**encoding)
    return output.logits.softmax(dim=-1)


class BansWordsWithAMaskLeftBehind(LogitsProcessor):
    def __init__(self, banned, vocabulary_size):
        self.penalty = torch.zeros(vocabulary_size)
        self.penalty[banned] = float("-inf")

    def __call__(self, input_ids, scores):
        return scores + self.penalty  # wanted


class BansWordsWhereTheScoresAre(LogitsProcessor):
    def __init__(self, banned, vocabulary_size):
        self.penalty = torch.zeros(vocabulary_size)
        self.penalty[banned] = float("-inf")

    def __call__(self, input_ids, scores):
        return scores + self.penalty.to(scores.device)


def bad_logits_processor_keeps_a_home_mask():
    config = GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=2, n_positions=32, bos_token_id=0, eos_token_id=1)
    model = GPT2LMHeadModel(config).to("cuda")
    prompt = torch.tensor([[2, 3, 4]], device=model.device)
    processors = LogitsProcessorList([BansWordsWithAMaskLeftBehind([5, 6], config.vocab_size)])
    return model.generate(prompt, max_new_tokens=3, logits_processor=processors, pad_token_id=1)


def ok_logits_processor_keeps_a_home_mask():
    config = GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=2, n_positions=32, bos_token_id=0, eos_token_id=1)
    model = GPT2LMHeadModel(config).to("cuda")
    prompt = torch.tensor([[2, 3, 4]], device=model.device)
    processors = LogitsProcessorList([BansWordsWhereTheScoresAre([5, 6], config.vocab_size)])
    return model.generate(prompt, max_new_tokens=3, logits_processor=processors, pad_token_id=1)


class WeighsClassesLeftBehind(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        criterion = CrossEntropyLoss(weight=torch.tensor([0.2, 0.8]))
        loss = criterion(outputs.logits, labels)  # wanted
        return (loss, outputs) if return_outputs else loss


class WeighsClassesWhereTheLogitsAre(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        criterion = CrossEntropyLoss(weight=torch.tensor([0.2, 0.8], device=outputs.logits.device))
        loss = criterion(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def bad_trainer_weighs_classes_behind():
    arguments = TrainingArguments(output_dir="out", max_steps=1, report_to=[], save_strategy="no", disable_tqdm=True)
    model = BertForSequenceClassification(sentiment_config())
    trainer = WeighsClassesLeftBehind(model=model, args=arguments, train_dataset=REVIEWS)
    trainer.train()


def ok_trainer_weighs_classes_behind():
    arguments = TrainingArguments(output_dir="out", max_steps=1, report_to=[], save_strategy="no", disable_tqdm=True)
    model = BertForSequenceClassification(sentiment_config())
    trainer = WeighsClassesWhereTheLogitsAre(model=model, args=arguments, train_dataset=REVIEWS)
    trainer.train()


def bad_padded_batches_stay_behind(device):
    padded = DataCollatorWithPadding(word_tokenizer(), return_tensors="pt")
    loader = DataLoader(REVIEWS, batch_size=2, collate_fn=padded)
    model = BertForSequenceClassification(sentiment_config()).to(device)
    model.train()
    for batch in loader:
        loss = model(**batch).loss  # wanted
        loss.backward()


def ok_padded_batches_stay_behind(device):
    padded = DataCollatorWithPadding(word_tokenizer(), return_tensors="pt")
    loader = DataLoader(REVIEWS, batch_size=2, collate_fn=padded)
    model = BertForSequenceClassification(sentiment_config()).to(device)
    model.train()
    for batch in loader:
        loss = model(**batch.to(device)).loss
        loss.backward()


def language_model():
    config = GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=2, n_positions=32, bos_token_id=0, eos_token_id=1)
    return GPT2LMHeadModel(config)


def bad_texts_of_a_language_model_stay_behind():
    model = language_model().cuda()
    rows = [{"input_ids": [2, 3, 4]}, {"input_ids": [4, 3]}]
    loader = DataLoader(rows, batch_size=2, collate_fn=DataCollatorForLanguageModeling(word_tokenizer(), mlm=False))
    for step, batch in enumerate(loader):
        print(step, model(input_ids=batch["input_ids"], labels=batch["labels"]).loss)  # wanted


def ok_texts_of_a_language_model_stay_behind():
    model = language_model().cuda()
    rows = [{"input_ids": [2, 3, 4]}, {"input_ids": [4, 3]}]
    loader = DataLoader(rows, batch_size=2, collate_fn=DataCollatorForLanguageModeling(word_tokenizer(), mlm=False))
    for step, batch in enumerate(loader):
        print(step, model(input_ids=batch["input_ids"].cuda(), labels=batch["labels"].cuda()).loss)


class Reviews(Dataset):
    def __len__(self):
        return len(REVIEWS)

    def __getitem__(self, index):
        return {"input_ids": torch.tensor(REVIEWS[index]["input_ids"]), "labels": REVIEWS[index]["labels"]}


def bad_default_collator_moves_nothing(device):
    model = BertForSequenceClassification(sentiment_config()).to(device)
    for batch in DataLoader(Reviews(), batch_size=2, shuffle=True, collate_fn=default_data_collator):
        model(**batch).loss.backward()  # wanted


def ok_default_collator_moves_nothing(device):
    model = BertForSequenceClassification(sentiment_config()).to(device)
    for batch in DataLoader(Reviews(), batch_size=2, shuffle=True, collate_fn=default_data_collator):
        batch = {key: value.to(device) for key, value in batch.items()}
        model(**batch).loss.backward()
