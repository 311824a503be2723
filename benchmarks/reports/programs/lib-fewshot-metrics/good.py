import json
import sys

import numpy as np
import pandas as pd
from datasets import Dataset
from sentence_transformers.losses import CosineSimilarityLoss
from setfit import SetFitModel, SetFitTrainer
from sklearn.metrics import classification_report, f1_score, hamming_loss
from sklearn.model_selection import KFold

LABELS_FILE = "categories.json"
NOTES_FILE = "notes.csv"


def load_notes(path, categories):
    frame = pd.read_csv(path)
    frame["label"] = frame[categories].values.tolist()
    return frame[["text", "label"]]


def sample_per_category(frame, categories, count=8, seed=13):
    rows = set()
    labels = np.array(frame["label"].tolist())
    rng = np.random.default_rng(seed)
    for i, _ in enumerate(categories):
        found = np.nonzero(labels[:, i])[0]
        rows.update(rng.choice(found, size=min(count, len(found)), replace=False).tolist())
    return frame.iloc[sorted(rows)]


def make_model_init(categories):
    def model_init():
        return SetFitModel.from_pretrained(
            "sentence-transformers/paraphrase-mpnet-base-v2",
            multi_target_strategy="one-vs-rest",
            use_differentiable_head=True,
            head_params={"out_features": len(categories)},
        )

    return model_init


def compute_metrics(predictions, y_test):
    predictions = predictions.cpu().numpy()
    y_test = np.array(y_test)
    macro = f1_score(y_test, predictions, average="macro", zero_division=0)
    micro = f1_score(y_test, predictions, average="micro", zero_division=0)
    print(classification_report(y_test, predictions, zero_division=0))
    return {"macro_f1": macro, "micro_f1": micro, "hamming": hamming_loss(y_test, predictions)}


def run_fold(train_frame, test_frame, categories):
    train_ds = Dataset.from_pandas(sample_per_category(train_frame, categories), preserve_index=False)
    test_ds = Dataset.from_pandas(test_frame, preserve_index=False)
    trainer = SetFitTrainer(
        model_init=make_model_init(categories),
        train_dataset=train_ds,
        eval_dataset=test_ds,
        loss_class=CosineSimilarityLoss,
        metric=compute_metrics,
        batch_size=16,
        num_iterations=5,
        num_epochs=1,
        column_mapping={"text": "text", "label": "label"},
    )
    trainer.freeze()
    trainer.train()
    trainer.unfreeze(keep_body_frozen=False)
    trainer.train(num_epochs=10, batch_size=16, body_learning_rate=1e-5, learning_rate=1e-2, l2_weight=0.0)
    return trainer.evaluate()


def main():
    with open(LABELS_FILE) as handle:
        categories = json.load(handle)
    frame = load_notes(NOTES_FILE, categories)
    scores = []
    for fold, (train_rows, test_rows) in enumerate(KFold(5, shuffle=True, random_state=1).split(frame)):
        metrics = run_fold(frame.iloc[train_rows], frame.iloc[test_rows], categories)
        print("fold", fold, metrics)
        scores.append(metrics["macro_f1"])
    print("mean", np.mean(scores))


if __name__ == "__main__":
    sys.exit(main())
