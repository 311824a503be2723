import numpy as np
import torch
from monai.data import DataLoader, Dataset, decollate_batch
from monai.inferers import SlidingWindowInferer, sliding_window_inference
from monai.losses import DiceCELoss, DiceLoss
from monai.metrics import DiceMetric
from monai.networks.nets import DenseNet121, UNet
from monai.transforms import Activations, AsDiscrete, Compose, EnsureType, RandFlipd, ScaleIntensityd

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def records(n=2):
    return [{"image": torch.rand(1, 16, 16), "label": torch.ones(1, 16, 16)} for _ in range(n)]


def network():
    return UNet(spatial_dims=2, in_channels=1, out_channels=1, channels=(4, 8), strides=(2,))


def bad_labels_of_a_batch():
    transforms = Compose([ScaleIntensityd(keys="image"), RandFlipd(keys=["image", "label"], prob=0.5)])
    loader = DataLoader(Dataset(records(), transforms), batch_size=2)
    model = network().to(device)
    loss_function = DiceLoss(sigmoid=True)
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    for batch_data in loader:
        inputs, labels = batch_data["image"].to(device), batch_data["label"]
        optimizer.zero_grad()
        loss = loss_function(model(inputs), labels)  # wanted, not found: rows of the library's data sets may be moved by a transform
        loss.backward()
        optimizer.step()


def ok_labels_of_a_batch():
    transforms = Compose([ScaleIntensityd(keys="image"), RandFlipd(keys=["image", "label"], prob=0.5)])
    loader = DataLoader(Dataset(records(), transforms), batch_size=2)
    model = network().to(device)
    loss_function = DiceLoss(sigmoid=True)
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    for batch_data in loader:
        inputs, labels = batch_data["image"].to(device), batch_data["label"].to(device)
        optimizer.zero_grad()
        loss = loss_function(model(inputs), labels)
        loss.backward()
        optimizer.step()


def bad_windows_of_a_volume():
    model = network().to("cuda").eval()
    inferer = SlidingWindowInferer(roi_size=(8, 8), sw_batch_size=2)
    for data in DataLoader(Dataset(records()), batch_size=1):
        images = data["image"]
        with torch.no_grad():
            outputs = inferer(images, model)  # wanted, not found: its loaders are not known
    return outputs


def ok_windows_of_a_volume():
    model = network().to("cuda").eval()
    inferer = SlidingWindowInferer(roi_size=(8, 8), sw_batch_size=2)
    for data in DataLoader(Dataset(records()), batch_size=1):
        images = data["image"].to("cuda")
        with torch.no_grad():
            outputs = inferer(images, model)
    return outputs


def bad_masks_become_arrays():
    model = network().to(device)
    post = Compose([Activations(sigmoid=True), AsDiscrete(threshold=0.5)])
    metric = DiceMetric(include_background=True, reduction="mean")
    masks = []
    for data in DataLoader(Dataset(records()), batch_size=1):
        images, labels = data["image"].to(device), data["label"].to(device)
        with torch.no_grad():
            outputs = sliding_window_inference(images, (8, 8), 2, model)
        outputs = [post(one) for one in decollate_batch(outputs)]
        metric(y_pred=outputs, y=labels)
        masks.append(np.asarray(outputs[0]))  # wanted, not found: a hint: the output is decollated
    return masks, metric.aggregate().item()


def ok_masks_become_arrays():
    model = network().to(device)
    post = Compose([Activations(sigmoid=True), AsDiscrete(threshold=0.5)])
    metric = DiceMetric(include_background=True, reduction="mean")
    masks = []
    for data in DataLoader(Dataset(records()), batch_size=1):
        images, labels = data["image"].to(device), data["label"].to(device)
        with torch.no_grad():
            outputs = sliding_window_inference(images, (8, 8), 2, model)
        outputs = [post(one) for one in decollate_batch(outputs)]
        metric(y_pred=outputs, y=labels)
        masks.append(np.asarray(outputs[0].cpu()))
    return masks, metric.aggregate().item()


def bad_classes_of_a_densenet():
    model = DenseNet121(spatial_dims=2, in_channels=1, out_channels=2).cuda()
    loss = torch.nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0]))
    images = torch.rand(2, 1, 32, 32).cuda()
    return loss(model(images), torch.tensor([0, 1]).cuda())  # wanted


def ok_classes_of_a_densenet():
    model = DenseNet121(spatial_dims=2, in_channels=1, out_channels=2).cuda()
    loss = torch.nn.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0])).cuda()
    images = torch.rand(2, 1, 32, 32).cuda()
    return loss(model(images), torch.tensor([0, 1]).cuda())
