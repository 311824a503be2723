import torch
from peft import LoraConfig
from transformers import AutoTokenizer
from trl import AutoModelForCausalLMWithValueHead, PPOConfig, PPOTrainer

NAME = "mistralai/Mixtral-8x7B-Instruct-v0.1"

adapter = LoraConfig(
    r=16,
    lora_alpha=8,
    target_modules=["q_proj", "v_proj"],
    lora_dropout=0.05,
    bias="none",
    task_type="CAUSAL_LM",
)

TASKS = [
    ("Name a prime number above 20.", "23"),
    ("Name the capital of Norway.", "Oslo"),
    ("Name a metal that is liquid at room temperature.", "mercury"),
]


def load():
    words = AutoTokenizer.from_pretrained(NAME)
    words.pad_token = words.eos_token
    model = AutoModelForCausalLMWithValueHead.from_pretrained(
        NAME, device_map="auto", torch_dtype=torch.bfloat16, peft_config=adapter
    )
    return model, words


def grade(text, expected):
    return 1.0 if expected.lower() in text.lower() else -1.0


def tune(rounds=3):
    model, words = load()
    config = PPOConfig(batch_size=1, mini_batch_size=1, learning_rate=1e-5)
    tuner = PPOTrainer(config, model, None, words)
    settings = {"max_new_tokens": 32, "do_sample": True, "top_p": 0.9, "pad_token_id": words.eos_token_id}

    for step in range(rounds):
        for question, expected in TASKS:
            encoded = words(question, return_tensors="pt")
            prompt_ids = encoded["input_ids"].to("cuda")
            continued = model.generate(input_ids=prompt_ids, **settings)
            text = words.decode(continued[0], skip_special_tokens=True)
            grades = [torch.tensor(grade(text, expected), device=prompt_ids.device)]
            report = tuner.step([prompt_ids[0]], [continued[0]], grades)
            print(step, question, report["objective/kl"])
    model.save_pretrained("tuned")


if __name__ == "__main__":
    tune()
