import os

import torch
import torch.nn.functional as F
from monai.apps import DecathlonDataset
from monai.data import DataLoader
from monai.networks.nets import DiffusionModelEncoder, DiffusionModelUNet
from monai.networks.schedulers import DDIMScheduler
from monai.transforms import Compose, EnsureChannelFirstd, LoadImaged, RandSpatialCropd, ScaleIntensityd
from tqdm import tqdm

root = os.environ.get("MONAI_DATA_DIRECTORY", ".")
batch_size = 8
n_epochs = 3
val_interval = 1

transforms = Compose(
    [
        LoadImaged(keys=["image", "label"]),
        EnsureChannelFirstd(keys=["image", "label"]),
        ScaleIntensityd(keys=["image"]),
        RandSpatialCropd(keys=["image", "label"], roi_size=[64, 64, 1], random_size=False),
    ]
)
train_ds = DecathlonDataset(root_dir=root, task="Task01_BrainTumour", section="training", transform=transforms)
train_loader = DataLoader(train_ds, batch_size=batch_size, shuffle=True, num_workers=2, drop_last=True)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = DiffusionModelUNet(
    spatial_dims=2, in_channels=1, out_channels=1, channels=(64, 64, 64), attention_levels=(False, False, True), num_res_blocks=1,
    num_head_channels=64,
)
model.to(device)
scheduler = DDIMScheduler(num_train_timesteps=1000)
optimizer = torch.optim.Adam(params=model.parameters(), lr=2.5e-5)

for epoch in range(n_epochs):
    model.train()
    for batch in tqdm(train_loader):
        images = batch["image"][..., 0].to(device)
        optimizer.zero_grad(set_to_none=True)
        timesteps = torch.randint(0, 1000, (len(images),)).to(device)
        noise = torch.randn_like(images).to(device)
        noisy = scheduler.add_noise(original_samples=images, noise=noise, timesteps=timesteps)
        loss = F.mse_loss(model(x=noisy, timesteps=timesteps).float(), noise.float())
        loss.backward()
        optimizer.step()

classifier = DiffusionModelEncoder(
    spatial_dims=2, in_channels=1, out_channels=2, channels=(32, 64, 64), attention_levels=(False, True, True),
    num_res_blocks=(1, 1, 1), num_head_channels=64, with_conditioning=False,
)
classifier.to(device)
optimizer_cls = torch.optim.Adam(params=classifier.parameters(), lr=3e-4)

for epoch in range(n_epochs):
    classifier.train()
    for batch in train_loader:
        images = batch["image"][..., 0].to(device)
        classes = (batch["label"].flatten(1).amax(dim=1) > 0).long().to(device)
        optimizer_cls.zero_grad(set_to_none=True)
        timesteps = torch.randint(0, 1000, (len(images),)).to(device)
        with torch.no_grad():
            noise = torch.randn_like(images).to(device)
            noisy = scheduler.add_noise(images, noise, timesteps)
        pred = classifier(noisy, timesteps)
        loss = F.cross_entropy(pred, classes.long())
        loss.backward()
        optimizer_cls.step()

L, scale, target = 200, 6.0, 0
inputimg = train_ds[0]["image"][0, ..., 0]
current = inputimg[None, None, ...].to(device)
scheduler.set_timesteps(num_inference_steps=1000)

for t in tqdm(range(L)):
    with torch.no_grad():
        model_output = model(current, timesteps=torch.Tensor((t,)).to(current.device))
    current, _ = scheduler.reversed_step(model_output, t, current)

y = torch.tensor(target)
for i in tqdm(range(L)):
    t = L - i
    with torch.enable_grad():
        x_in = current.detach().requires_grad_(True)
        logits = classifier(x_in, timesteps=torch.Tensor((t,)).to(current.device))
        log_probs = F.log_softmax(logits, dim=-1)
        selected = log_probs[range(len(logits)), y.view(-1)]
        a = torch.autograd.grad(selected.sum(), x_in)[0]
    alpha_prod_t = scheduler.alphas_cumprod[t]
    with torch.no_grad():
        output = model(current, timesteps=torch.Tensor((t,)).to(current.device))
    updated = output - (1 - alpha_prod_t) ** 0.5 * scale * a
    current, _ = scheduler.step(updated, t, current)

difference = (inputimg.cpu() - current[0, 0].cpu()).abs()
print(difference.mean())
