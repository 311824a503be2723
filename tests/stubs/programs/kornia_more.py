import kornia
import kornia.augmentation as K
import kornia.feature as KF
import kornia.geometry as KG
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def bad_kernel_of_a_closing():
    masks = torch.rand(1, 1, 16, 16, device=device)
    kernel = torch.ones(3, 3)
    opened = kornia.morphology.opening(masks, kernel)  # wanted
    return opened.sum()


def ok_kernel_of_a_closing():
    masks = torch.rand(1, 1, 16, 16, device=device)
    kernel = torch.ones(3, 3, device=device)
    opened = kornia.morphology.opening(masks, kernel)
    return opened.sum()


def bad_registration():
    fixed = torch.rand(1, 1, 16, 16).to(device)
    moving = torch.rand(1, 1, 16, 16).to(device)
    homography = nn.Parameter(torch.eye(3).unsqueeze(0))
    optimizer = torch.optim.Adam([homography], lr=1e-2)
    for _ in range(2):
        warped = KG.transform.warp_perspective(moving, homography, (16, 16))  # wanted
        loss = nn.functional.l1_loss(warped, fixed)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def ok_registration():
    fixed = torch.rand(1, 1, 16, 16).to(device)
    moving = torch.rand(1, 1, 16, 16).to(device)
    homography = nn.Parameter(torch.eye(3, device=device).unsqueeze(0))
    optimizer = torch.optim.Adam([homography], lr=1e-2)
    for _ in range(2):
        warped = KG.transform.warp_perspective(moving, homography, (16, 16))
        loss = nn.functional.l1_loss(warped, fixed)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def bad_masks_of_a_pipeline():
    augment = K.AugmentationSequential(K.RandomHorizontalFlip(p=1.0), K.RandomAffine(10.0, p=1.0), data_keys=["input", "mask"])
    images = torch.rand(2, 3, 16, 16, device="cuda")
    masks = torch.ones(2, 1, 16, 16)
    images, masks = augment(images, masks)
    return (images * masks).mean()  # wanted, not found: no row for what augments several things at once


def ok_masks_of_a_pipeline():
    augment = K.AugmentationSequential(K.RandomHorizontalFlip(p=1.0), K.RandomAffine(10.0, p=1.0), data_keys=["input", "mask"])
    images = torch.rand(2, 3, 16, 16, device="cuda")
    masks = torch.ones(2, 1, 16, 16, device="cuda")
    images, masks = augment(images, masks)
    return (images * masks).mean()


def bad_loss_of_pictures():
    restored = torch.rand(1, 3, 16, 16, device="cuda", requires_grad=True)
    clean = kornia.image_to_tensor(__import__("numpy").zeros((16, 16, 3), dtype="float32"), keepdim=False)
    loss = kornia.losses.ssim_loss(restored, clean, window_size=5)  # wanted
    loss.backward()


def ok_loss_of_pictures():
    restored = torch.rand(1, 3, 16, 16, device="cuda", requires_grad=True)
    clean = kornia.image_to_tensor(__import__("numpy").zeros((16, 16, 3), dtype="float32"), keepdim=False).cuda()
    loss = kornia.losses.ssim_loss(restored, clean, window_size=5)
    loss.backward()


def bad_descriptors_are_matched():  # not run
    describe = KF.HardNet(pretrained=False).to("cuda").eval()
    one = describe(torch.rand(4, 1, 32, 32).to("cuda"))
    other = torch.load("descriptors.pt", map_location="cpu")
    distances, pairs = KF.match_nn(one, other)  # wanted
    return pairs


def ok_descriptors_are_matched():  # not run
    describe = KF.HardNet(pretrained=False).to("cuda").eval()
    one = describe(torch.rand(4, 1, 32, 32).to("cuda"))
    other = torch.load("descriptors.pt", map_location="cuda")
    distances, pairs = KF.match_nn(one, other)
    return pairs
