import asyncio
import base64
import io
import json
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from os import path
from threading import Lock

import open_clip
import torch
from PIL import Image


class VectorInput:
    def __init__(self, texts=None, images=None):
        self.texts = texts or []
        self.images = images or []


class VectorResult:
    def __init__(self, text_vectors, image_vectors):
        self.text_vectors = text_vectors
        self.image_vectors = image_vectors


class Inference(ABC):
    @abstractmethod
    def vectorize(self, payload):
        ...


class OpenClipInference(Inference):
    lock: Lock

    def __init__(self, cuda, cuda_core):
        self.lock = Lock()
        self.device = "cpu"
        if cuda:
            self.device = cuda_core

        cache_dir = "./models/openclip"
        with open(path.join(cache_dir, "config.json")) as user_file:
            config = json.load(user_file)

        model_name = config["model_name"]
        pretrained = config["pretrained"]
        model, _, preprocess = open_clip.create_model_and_transforms(  # wanted
            model_name, pretrained=pretrained, cache_dir=cache_dir,
        )
        self.clip_model = model
        self.preprocess = preprocess
        self.tokenizer = open_clip.get_tokenizer(model_name)

    def vectorize(self, payload):
        text_vectors = []
        if payload.texts:
            with self.lock, torch.no_grad():
                text = self.tokenizer(payload.texts)
                text_features = self.clip_model.encode_text(text).to(self.device)  # wanted
                text_features /= text_features.norm(dim=-1, keepdim=True)
            text_vectors = text_features.tolist()

        image_vectors = []
        if payload.images:
            with self.lock:
                image_files = [self.preprocess_image(image) for image in payload.images]
                image_vectors = [self.vectorize_image(image) for image in image_files]

        return VectorResult(text_vectors=text_vectors, image_vectors=image_vectors)

    def preprocess_image(self, encoded):
        image_bytes = base64.b64decode(encoded)
        img = Image.open(io.BytesIO(image_bytes)).convert("RGB")
        return self.preprocess(img).unsqueeze(0)

    def vectorize_image(self, image):
        with torch.no_grad():
            image_features = self.clip_model.encode_image(image).to(self.device)  # wanted
            image_features /= image_features.norm(dim=-1, keepdim=True)
        return image_features.tolist()[0]


class Vectors:
    executor: ThreadPoolExecutor

    def __init__(self, cuda, cuda_core):
        self.executor = ThreadPoolExecutor()
        self.clip = OpenClipInference(cuda, cuda_core)

    async def vectorize(self, payload):
        return await asyncio.wrap_future(self.executor.submit(self.clip.vectorize, payload))
