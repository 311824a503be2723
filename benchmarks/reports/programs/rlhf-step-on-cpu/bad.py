import torch
from peft import LoraConfig
from transformers import AutoTokenizer
from trl import AutoModelForCausalLMWithValueHead, PPOConfig, PPOTrainer

NAME = "mistralai/Mixtral-8x7B-Instruct-v0.1"

lora_config = LoraConfig(
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
    tokenizer = AutoTokenizer.from_pretrained(NAME)
    tokenizer.pad_token = tokenizer.eos_token
    model = AutoModelForCausalLMWithValueHead.from_pretrained(
        NAME, device_map="auto", torch_dtype=torch.bfloat16, peft_config=lora_config
    )
    return model, tokenizer


def grade(text, expected):
    return 1.0 if expected.lower() in text.lower() else -1.0


def tune(rounds=3):
    model, tokenizer = load()
    config = PPOConfig(batch_size=1, mini_batch_size=1, learning_rate=1e-5)
    ppo_trainer = PPOTrainer(config, model, None, tokenizer)
    settings = {"max_new_tokens": 32, "do_sample": True, "top_p": 0.9, "pad_token_id": tokenizer.eos_token_id}

    for step in range(rounds):
        for question, expected in TASKS:
            encoded = tokenizer(question, return_tensors="pt")
            input_ids = encoded["input_ids"].to("cuda")
            output = model.generate(input_ids=input_ids, **settings)
            text = tokenizer.decode(output[0], skip_special_tokens=True)
            reward = [torch.tensor(grade(text, expected))]
            stat = ppo_trainer.step([input_ids[0].to("cpu")], [output[0].to("cpu")], reward)  # wanted
            print(step, question, stat["objective/kl"])
    model.save_pretrained("tuned")


if __name__ == "__main__":
    tune()
