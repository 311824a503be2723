import cv2
import kornia as K
import kornia.feature as KF
import matplotlib.pyplot as plt
import torch
from kornia_moons.viz import draw_LAF_matches


def load_torch_image(fname):
    img = K.image_to_tensor(cv2.imread(fname), False).float() / 255.0
    return K.color.bgr_to_rgb(img)


def matched_points(lafs1, lafs2, idxs):
    mkpts1 = KF.get_laf_center(lafs1).squeeze()[idxs[:, 0]].detach().cpu().numpy()
    mkpts2 = KF.get_laf_center(lafs2).squeeze()[idxs[:, 1]].detach().cpu().numpy()
    return mkpts1, mkpts2


device = K.utils.get_cuda_device_if_available()

fname1 = "church-front.jpg"
fname2 = "church-side.jpg"

img1 = load_torch_image(fname1)
img2 = load_torch_image(fname2)

feature = KF.KeyNetAffNetHardNet(5000, True).eval().to(device)

hw1 = torch.tensor(img1.shape[2:])
hw2 = torch.tensor(img2.shape[2:])

adalam_config = KF.adalam.get_adalam_default_config()
adalam_config["force_seed_mnn"] = False
adalam_config["search_expansion"] = 16
adalam_config["ransac_iters"] = 128
adalam_config["device"] = device

with torch.inference_mode():
    lafs1, resps1, descs1 = feature(K.color.rgb_to_grayscale(img1))  # wanted
    lafs2, resps2, descs2 = feature(K.color.rgb_to_grayscale(img2))  # wanted
    dists, idxs = KF.match_adalam(
        descs1.squeeze(0), descs2.squeeze(0), lafs1, lafs2, hw1=hw1, hw2=hw2, config=adalam_config
    )

print(f"{idxs.shape[0]} tentative matches with AdaLAM")
mkpts1, mkpts2 = matched_points(lafs1, lafs2, idxs)
fundamental, inliers = cv2.findFundamentalMat(mkpts1, mkpts2, cv2.USAC_MAGSAC, 0.75, 0.999, 100000)
inliers = inliers > 0
print(f"{inliers.sum()} of them are inliers")

draw_LAF_matches(
    KF.laf_from_center_scale_ori(torch.from_numpy(mkpts1).view(1, -1, 2), torch.ones(len(mkpts1)).view(1, -1, 1, 1)),
    KF.laf_from_center_scale_ori(torch.from_numpy(mkpts2).view(1, -1, 2), torch.ones(len(mkpts2)).view(1, -1, 1, 1)),
    torch.arange(len(mkpts1)).view(-1, 1).repeat(1, 2),
    K.tensor_to_image(img1),
    K.tensor_to_image(img2),
    inliers,
)
plt.savefig("matches.png")
