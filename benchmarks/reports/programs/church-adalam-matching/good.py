import cv2
import kornia as K
import kornia.feature as KF
import matplotlib.pyplot as plt
import torch
from kornia_moons.viz import draw_LAF_matches


def read_picture(fname):
    picture = K.image_to_tensor(cv2.imread(fname), False).float() / 255.0
    return K.color.bgr_to_rgb(picture)


def matched_points(front_frames, side_frames, pairs):
    front_points = KF.get_laf_center(front_frames).squeeze()[pairs[:, 0]].detach().cpu().numpy()
    side_points = KF.get_laf_center(side_frames).squeeze()[pairs[:, 1]].detach().cpu().numpy()
    return front_points, side_points


device = K.utils.get_cuda_device_if_available()

front = "church-front.jpg"
side = "church-side.jpg"

front_picture = read_picture(front).to(device)
side_picture = read_picture(side).to(device)

detector = KF.KeyNetAffNetHardNet(5000, True).eval().to(device)

front_size = torch.tensor(front_picture.shape[2:])
side_size = torch.tensor(side_picture.shape[2:])

settings = KF.adalam.get_adalam_default_config()
settings["force_seed_mnn"] = False
settings["search_expansion"] = 16
settings["ransac_iters"] = 128
settings["device"] = device

with torch.inference_mode():
    front_frames, front_scores, front_codes = detector(K.color.rgb_to_grayscale(front_picture))
    side_frames, side_scores, side_codes = detector(K.color.rgb_to_grayscale(side_picture))
    distances, pairs = KF.match_adalam(
        front_codes.squeeze(0), side_codes.squeeze(0), front_frames, side_frames, hw1=front_size, hw2=side_size, config=settings
    )

print(f"{pairs.shape[0]} tentative matches with AdaLAM")
front_points, side_points = matched_points(front_frames, side_frames, pairs)
fundamental, inliers = cv2.findFundamentalMat(front_points, side_points, cv2.USAC_MAGSAC, 0.75, 0.999, 100000)
inliers = inliers > 0
print(f"{inliers.sum()} of them are inliers")

draw_LAF_matches(
    KF.laf_from_center_scale_ori(torch.from_numpy(front_points).view(1, -1, 2), torch.ones(len(front_points)).view(1, -1, 1, 1)),
    KF.laf_from_center_scale_ori(torch.from_numpy(side_points).view(1, -1, 2), torch.ones(len(side_points)).view(1, -1, 1, 1)),
    torch.arange(len(front_points)).view(-1, 1).repeat(1, 2),
    K.tensor_to_image(front_picture),
    K.tensor_to_image(side_picture),
    inliers,
)
plt.savefig("matches.png")
