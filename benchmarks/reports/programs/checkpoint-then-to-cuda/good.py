import pytorch_lightning as pl
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

WORDS = {word: i + 1 for i, word in enumerate("the film was not good bad slow bright and music loud quiet".split())}
LABELS = ["negative", "positive"]
REVIEWS = [
    ("the film was good", 1),
    ("the music was bad", 0),
    ("the film was not good and slow", 0),
    ("bright and quiet music", 1),
]


def encode(text):
    return torch.tensor([WORDS.get(word, 0) for word in text.split()])


def collate(rows):
    texts, labels = zip(*rows)
    return pad_sequence([encode(text) for text in texts], batch_first=True), torch.tensor(labels)


class Sentiment(pl.LightningModule):
    def __init__(self, words: int, width: int = 16, rate: float = 0.01):
        super().__init__()
        self.save_hyperparameters()
        self.embedding = nn.Embedding(words, width, padding_idx=0)
        self.lstm = nn.LSTM(width, width, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * width, len(LABELS))

    def forward(self, tokens):
        states, _ = self.lstm(self.embedding(tokens))
        return self.out(states.mean(dim=1))

    def training_step(self, batch, batch_idx):
        tokens, labels = batch
        return nn.functional.cross_entropy(self(tokens), labels)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=self.hparams.rate)


def train(path):
    model = Sentiment(len(WORDS) + 1)
    loader = DataLoader(REVIEWS * 8, batch_size=4, shuffle=True, collate_fn=collate)
    trainer = pl.Trainer(
        accelerator="gpu", devices=1, max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False
    )
    trainer.fit(model, loader)
    trainer.save_checkpoint(path)


def classify(path, texts):
    model = Sentiment.load_from_checkpoint(path)
    model.to(torch.device("cuda"))
    model.eval()
    tokens = pad_sequence([encode(text) for text in texts], batch_first=True)
    with torch.no_grad():
        scores = model(tokens.to(model.device))
    return [LABELS[i] for i in scores.argmax(dim=1).tolist()]


train("sentiment.ckpt")
print(classify("sentiment.ckpt", ["the film was slow", "quiet and good"]))
