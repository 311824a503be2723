import glob
import os

import matplotlib.pyplot as plt
import torch
from monai.data import CacheDataset, DataLoader, decollate_batch
from monai.handlers.utils import from_engine
from monai.inferers import sliding_window_inference
from monai.losses import DiceLoss
from monai.metrics import DiceMetric
from monai.networks.layers import Norm
from monai.networks.nets import UNet
from monai.transforms import (
    AsDiscreted,
    Compose,
    CropForegroundd,
    EnsureChannelFirstd,
    LoadImaged,
    Orientationd,
    RandCropByPosNegLabeld,
    ScaleIntensityRanged,
    Spacingd,
)
from monai.utils import set_determinism

data_dir = os.environ.get("SPLEEN", "Task09_Spleen")
train_images = sorted(glob.glob(os.path.join(data_dir, "imagesTr", "*.nii.gz")))
train_labels = sorted(glob.glob(os.path.join(data_dir, "labelsTr", "*.nii.gz")))
data_dicts = [{"image": image, "label": label} for image, label in zip(train_images, train_labels)]
train_files, val_files = data_dicts[:-9], data_dicts[-9:]
set_determinism(seed=0)

keys = ["image", "label"]
shared = [
    LoadImaged(keys=keys),
    EnsureChannelFirstd(keys=keys),
    ScaleIntensityRanged(keys=["image"], a_min=-57, a_max=164, b_min=0.0, b_max=1.0, clip=True),
    CropForegroundd(keys=keys, source_key="image"),
    Orientationd(keys=keys, axcodes="RAS"),
    Spacingd(keys=keys, pixdim=(1.5, 1.5, 2.0), mode=("bilinear", "nearest")),
]
train_transforms = Compose(
    [*shared, RandCropByPosNegLabeld(keys=keys, label_key="label", spatial_size=(96, 96, 96), pos=1, neg=1, num_samples=4, image_key="image")]
)
val_transforms = Compose(shared)
post_transforms = Compose([AsDiscreted(keys="pred", argmax=True, to_onehot=2), AsDiscreted(keys="label", to_onehot=2)])

train_loader = DataLoader(CacheDataset(data=train_files, transform=train_transforms, cache_rate=1.0), batch_size=2, shuffle=True)
val_loader = DataLoader(CacheDataset(data=val_files, transform=val_transforms, cache_rate=1.0), batch_size=1)

device = torch.device("cuda:0")
model = UNet(
    spatial_dims=3, in_channels=1, out_channels=2, channels=(16, 32, 64, 128, 256), strides=(2, 2, 2, 2), num_res_units=2, norm=Norm.BATCH
).to(device)
loss_function = DiceLoss(to_onehot_y=True, softmax=True)
optimizer = torch.optim.Adam(model.parameters(), 1e-4)
dice_metric = DiceMetric(include_background=False, reduction="mean")

max_epochs = 2
epoch_loss_values = []
for epoch in range(max_epochs):
    model.train()
    epoch_loss = 0
    for batch_data in train_loader:
        inputs, labels = (batch_data["image"].to(device), batch_data["label"].to(device))
        optimizer.zero_grad()
        outputs = model(inputs)
        loss = loss_function(outputs, labels)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    epoch_loss_values.append(epoch_loss / len(train_loader))
torch.save(model.state_dict(), "best_metric_model.pth")

model.load_state_dict(torch.load("best_metric_model.pth"))
model.eval()
with torch.no_grad():
    for i, val_data in enumerate(val_loader):
        val_inputs = val_data["image"].to(device)
        val_data["label"] = val_data["label"].to(device)
        val_data["pred"] = sliding_window_inference(val_inputs, (160, 160, 160), 4, model)
        plt.figure("check", (18, 6))
        plt.imshow(torch.argmax(val_data["pred"], dim=1).detach().cpu()[0, :, :, 80])
        val_data = [post_transforms(one) for one in decollate_batch(val_data)]
        val_outputs, val_labels = from_engine(["pred", "label"])(val_data)
        dice_metric(y_pred=val_outputs, y=val_labels)
    metric_org = dice_metric.aggregate().item()
    dice_metric.reset()

print("Metric on original image spacing: ", metric_org)
