"""Programs that segment volumes with MONAI on a GPU."""

import torch
from monai.data import DataLoader, Dataset, decollate_batch
from monai.inferers import sliding_window_inference
from monai.losses import DiceCELoss, DiceLoss
from monai.metrics import DiceMetric
from monai.networks.nets import BasicUNet
from monai.transforms import AsDiscrete, Compose, ScaleIntensityd, ToTensord


def tiny_unet():
    return BasicUNet(spatial_dims=2, in_channels=1, out_channels=2, features=(2, 2, 2, 2, 2, 2))


def bad_stitched_windows_stay_behind(device):
    model = tiny_unet().to(device).eval()
    image = torch.rand(1, 1, 64, 64, device=device)
    label = torch.randint(0, 2, (1, 1, 64, 64), device=device)
    loss_function = DiceLoss(to_onehot_y=True, softmax=True)
    with torch.no_grad():
        output = sliding_window_inference(image, (32, 32), 2, model, sw_device=device, device="cpu")
        return loss_function(output, label)  # wanted


def ok_stitched_windows_stay_behind(device):
    model = tiny_unet().to(device).eval()
    image = torch.rand(1, 1, 64, 64, device=device)
    label = torch.randint(0, 2, (1, 1, 64, 64), device=device)
    loss_function = DiceLoss(to_onehot_y=True, softmax=True)
    with torch.no_grad():
        output = sliding_window_inference(image, (32, 32), 2, model, sw_device=device, device="cpu")
        return loss_function(output, label.cpu())


def bad_class_weights_of_the_loss_are_not_moved(device):
    model = tiny_unet().to(device)
    loss_function = DiceCELoss(to_onehot_y=True, softmax=True, weight=torch.tensor([0.2, 0.8]))
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    image = torch.rand(1, 1, 32, 32).to(device)
    label = torch.randint(0, 2, (1, 1, 32, 32)).to(device)
    optimizer.zero_grad()
    loss = loss_function(model(image), label)  # wanted
    loss.backward()
    optimizer.step()


def ok_class_weights_of_the_loss_are_not_moved(device):
    model = tiny_unet().to(device)
    loss_function = DiceCELoss(to_onehot_y=True, softmax=True, weight=torch.tensor([0.2, 0.8])).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    image = torch.rand(1, 1, 32, 32).to(device)
    label = torch.randint(0, 2, (1, 1, 32, 32)).to(device)
    optimizer.zero_grad()
    loss = loss_function(model(image), label)
    loss.backward()
    optimizer.step()


def bad_labels_of_the_metric_are_not_moved(device):
    model = tiny_unet().to(device).eval()
    prepare = Compose([ToTensord(keys=["image", "label"]), ScaleIntensityd(keys="image")])
    rows = [{"image": torch.rand(1, 32, 32), "label": torch.ones(1, 32, 32)} for _ in range(2)]
    to_prediction, to_label = AsDiscrete(argmax=True, to_onehot=2), AsDiscrete(to_onehot=2)
    metric = DiceMetric(include_background=False)
    for batch in DataLoader(Dataset(rows, prepare), batch_size=2):
        with torch.no_grad():
            output = model(batch["image"].to(device))
        predictions = [to_prediction(item) for item in decollate_batch(output)]
        labels = [to_label(item) for item in decollate_batch(batch["label"])]
        metric(y_pred=predictions, y=labels)  # wanted, not found: no row says it
    return metric.aggregate().item()


def ok_labels_of_the_metric_are_not_moved(device):
    model = tiny_unet().to(device).eval()
    prepare = Compose([ToTensord(keys=["image", "label"]), ScaleIntensityd(keys="image")])
    rows = [{"image": torch.rand(1, 32, 32), "label": torch.ones(1, 32, 32)} for _ in range(2)]
    to_prediction, to_label = AsDiscrete(argmax=True, to_onehot=2), AsDiscrete(to_onehot=2)
    metric = DiceMetric(include_background=False)
    for batch in DataLoader(Dataset(rows, prepare), batch_size=2):
        with torch.no_grad():
            output = model(batch["image"].to(device))
        predictions = [to_prediction(item) for item in decollate_batch(output)]
        labels = [to_label(item) for item in decollate_batch(batch["label"].to(device))]
        metric(y_pred=predictions, y=labels)
    return metric.aggregate().item()


def bad_slice_is_converted_on_the_gpu():
    model = tiny_unet().cuda().eval()
    volume = torch.rand(1, 1, 32, 32).cuda()
    with torch.no_grad():
        output = sliding_window_inference(volume, roi_size=(32, 32), sw_batch_size=1, predictor=model)
    return output.argmax(dim=1)[0].numpy()  # wanted


def ok_slice_is_converted_on_the_gpu():
    model = tiny_unet().cuda().eval()
    volume = torch.rand(1, 1, 32, 32).cuda()
    with torch.no_grad():
        output = sliding_window_inference(volume, roi_size=(32, 32), sw_batch_size=1, predictor=model)
    return output.argmax(dim=1)[0].cpu().numpy()
