import numpy as np
import segmentation_models_pytorch as smp
import torch
from torch.utils.data import DataLoader, Dataset

device = "cuda" if torch.cuda.is_available() else "cpu"


class Pictures(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return torch.rand(3, 32, 32), torch.ones(1, 32, 32)


def bad_masks_of_a_loader():
    model = smp.Unet("resnet18", encoder_weights=None, in_channels=3, classes=1).to(device)
    dice = smp.losses.DiceLoss(smp.losses.BINARY_MODE, from_logits=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    for images, masks in DataLoader(Pictures(), batch_size=2):
        images = images.to(device)
        loss = dice(model(images), masks)  # wanted
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def ok_masks_of_a_loader():
    model = smp.Unet("resnet18", encoder_weights=None, in_channels=3, classes=1).to(device)
    dice = smp.losses.DiceLoss(smp.losses.BINARY_MODE, from_logits=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    for images, masks in DataLoader(Pictures(), batch_size=2):
        images = images.to(device)
        masks = masks.to(device)
        loss = dice(model(images), masks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def bad_parts_of_a_unet():
    model = smp.Unet("resnet18", encoder_weights=None).cuda().eval()
    images = torch.rand(1, 3, 32, 32)
    features = model.encoder(images)  # wanted
    decoded = model.decoder(features)
    return model.segmentation_head(decoded)


def ok_parts_of_a_unet():
    model = smp.Unet("resnet18", encoder_weights=None).cuda().eval()
    images = torch.rand(1, 3, 32, 32).cuda()
    features = model.encoder(images)
    decoded = model.decoder(features)
    return model.segmentation_head(decoded)


def bad_predictions_are_drawn():
    model = smp.FPN(encoder_name="resnet18", encoder_weights=None, classes=1).to("cuda").eval()
    with torch.no_grad():
        logits = model(torch.rand(2, 3, 32, 32).to("cuda"))
    masks = (logits.sigmoid() > 0.5).squeeze(1).numpy()  # wanted
    return masks.astype(np.uint8)


def ok_predictions_are_drawn():
    model = smp.FPN(encoder_name="resnet18", encoder_weights=None, classes=1).to("cuda").eval()
    with torch.no_grad():
        logits = model(torch.rand(2, 3, 32, 32).to("cuda"))
    masks = (logits.sigmoid() > 0.5).squeeze(1).cpu().numpy()
    return masks.astype(np.uint8)


def bad_scores_of_masks():
    model = smp.DeepLabV3Plus("resnet18", encoder_weights=None).eval().to("cuda")
    images, masks = next(iter(DataLoader(Pictures(), batch_size=2)))
    with torch.no_grad():
        predicted = (model(images.to("cuda")).sigmoid() > 0.5).long()
    tp, fp, fn, tn = smp.metrics.get_stats(predicted, masks.long(), mode="binary")  # wanted
    return smp.metrics.iou_score(tp, fp, fn, tn, reduction="micro")


def ok_scores_of_masks():
    model = smp.DeepLabV3Plus("resnet18", encoder_weights=None).eval().to("cuda")
    images, masks = next(iter(DataLoader(Pictures(), batch_size=2)))
    with torch.no_grad():
        predicted = (model(images.to("cuda")).sigmoid() > 0.5).long()
    tp, fp, fn, tn = smp.metrics.get_stats(predicted, masks.long().to("cuda"), mode="binary")
    return smp.metrics.iou_score(tp, fp, fn, tn, reduction="micro")
