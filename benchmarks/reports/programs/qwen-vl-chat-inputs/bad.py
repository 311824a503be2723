import argparse
from pathlib import Path

import torch
from transformers import AutoProcessor, Qwen3VLForConditionalGeneration

CHECKPOINT = "Qwen/Qwen3-VL-30B-A3B-Instruct"


def load(checkpoint):
    model = Qwen3VLForConditionalGeneration.from_pretrained(
        checkpoint,
        dtype=torch.bfloat16,
        device_map="cuda",
    )
    model.eval()
    processor = AutoProcessor.from_pretrained(checkpoint)
    return model, processor


def conversation(picture, question):
    return [
        {
            "role": "user",
            "content": [
                {"type": "image", "image": str(picture)},
                {"type": "text", "text": question},
            ],
        }
    ]


def answer(model, processor, picture, question, length=128):
    inputs = processor.apply_chat_template(
        conversation(picture, question),
        tokenize=True,
        add_generation_prompt=True,
        return_dict=True,
        return_tensors="pt",
    )
    with torch.no_grad():
        produced = model.generate(**inputs, max_new_tokens=length)  # wanted
    fresh = [out[len(prompt):] for prompt, out in zip(inputs["input_ids"], produced)]
    return processor.batch_decode(fresh, skip_special_tokens=True, clean_up_tokenization_spaces=False)[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--question", default="What is on the table?")
    args = parser.parse_args()

    model, processor = load(CHECKPOINT)
    for picture in sorted(args.folder.glob("*.jpg")):
        print(picture.name, answer(model, processor, picture, args.question))


if __name__ == "__main__":
    main()
