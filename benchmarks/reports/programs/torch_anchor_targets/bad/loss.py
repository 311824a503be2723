import torch
import torch.nn as nn


def is_parallel(model):
    return type(model) in (nn.parallel.DataParallel, nn.parallel.DistributedDataParallel)


def bbox_iou(box1, box2, eps=1e-9):
    lo = torch.maximum(box1[:, :2] - box1[:, 2:] / 2, box2[:, :2] - box2[:, 2:] / 2)
    hi = torch.minimum(box1[:, :2] + box1[:, 2:] / 2, box2[:, :2] + box2[:, 2:] / 2)
    inter = (hi - lo).clamp(0).prod(1)
    return inter / (box1[:, 2:].prod(1) + box2[:, 2:].prod(1) - inter + eps)


def compute_loss(p, targets, model):
    device = targets.device
    lbox, lobj = torch.zeros(1, device=device), torch.zeros(1, device=device)
    tbox, indices, anchors = build_targets(p, targets, model)
    BCEobj = nn.BCEWithLogitsLoss(pos_weight=torch.Tensor([model.hyp["obj_pw"]])).to(device)
    for i, pi in enumerate(p):
        b, a, gj, gi = indices[i]
        tobj = torch.zeros_like(pi[..., 0], device=device)
        n = b.shape[0]
        if n:
            ps = pi[b, a, gj, gi]
            pxy = ps[:, :2].sigmoid() * 2.0 - 0.5
            pwh = (ps[:, 2:4].sigmoid() * 2) ** 2 * anchors[i]
            iou = bbox_iou(torch.cat((pxy, pwh), 1), tbox[i])
            lbox += (1.0 - iou).mean()
            tobj[b, a, gj, gi] = iou.detach().clamp(0).type(tobj.dtype)
        lobj += BCEobj(pi[..., 4], tobj)
    lbox *= model.hyp["box"]
    lobj *= model.hyp["obj"]
    loss = lbox + lobj
    return loss * tobj.shape[0], torch.cat((lbox, lobj, loss)).detach()


def build_targets(p, targets, model):
    det = model.module.model[-1] if is_parallel(model) else model.model[-1]
    na, nt = det.na, targets.shape[0]
    tbox, indices, anch = [], [], []
    gain = torch.ones(6, device=targets.device)
    off = torch.tensor([[1, 0], [0, 1], [-1, 0], [0, -1]], device=targets.device).float()
    at = torch.arange(na).view(na, 1).repeat(1, nt)  # wanted

    g = 0.5
    for i in range(det.nl):
        anchors = det.anchors[i]
        gain[2:] = torch.tensor(p[i].shape)[[3, 2, 3, 2]]

        # Match targets to anchors
        a, t, offsets = [], targets * gain, 0
        if nt:
            r = t[None, :, 4:6] / anchors[:, None]
            j = torch.max(r, 1.0 / r).max(2)[0] < model.hyp["anchor_t"]
            a, t = at[j], t.repeat(na, 1, 1)[j]  # wanted

            # overlaps
            gxy = t[:, 2:4]
            z = torch.zeros_like(gxy)
            j, k = ((gxy % 1.0 < g) & (gxy > 1.0)).T
            l, m = ((gxy % 1.0 > (1 - g)) & (gxy < (gain[[2, 3]] - 1.0))).T
            a, t = torch.cat((a, a[j], a[k], a[l], a[m]), 0), torch.cat((t, t[j], t[k], t[l], t[m]), 0)
            offsets = torch.cat((z, z[j] + off[0], z[k] + off[1], z[l] + off[2], z[m] + off[3]), 0) * g

        b, c = t[:, :2].long().T
        gxy = t[:, 2:4]
        gwh = t[:, 4:6]
        gij = (gxy - offsets).long()
        gi, gj = gij.T
        indices.append((b, a, gj.clamp_(0, int(gain[3]) - 1), gi.clamp_(0, int(gain[2]) - 1)))
        tbox.append(torch.cat((gxy - gij, gwh), 1))
        anch.append(anchors[a])
    return tbox, indices, anch
