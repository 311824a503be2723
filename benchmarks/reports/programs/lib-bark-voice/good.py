from transformers import AutoProcessor, BarkModel
import torch
import scipy.io.wavfile as wavfile

device = "mps" if torch.backends.mps.is_available() else "cpu"
processor = AutoProcessor.from_pretrained("suno/bark")

model = BarkModel.from_pretrained("suno/bark-small", torch_dtype=torch.float16).to(device)

voice_preset = "v2/en_speaker_6"

inputs = processor("Good morning, the shop opens at nine", voice_preset=voice_preset).to(device)

audio_array = model.generate(**inputs)
audio_array = audio_array.cpu().numpy().squeeze()

sample_rate = model.generation_config.sample_rate
wavfile.write("shop.wav", rate=sample_rate, data=audio_array.astype("float32"))
