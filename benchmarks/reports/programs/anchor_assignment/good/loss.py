import torch
import torch.nn as nn
import torch.nn.functional as F


def box_iou(a, b):
    top_left = torch.max(a[:, None, :2], b[None, :, :2])
    bottom_right = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (bottom_right - top_left).clamp(min=0).prod(2)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(1), (b[:, 2:] - b[:, :2]).prod(1)
    return inter / (area_a[:, None] + area_b[None] - inter + 1e-7)


def xywh2xyxy(x):
    return torch.cat([x[..., :2] - x[..., 2:] / 2, x[..., :2] + x[..., 2:] / 2], dim=-1)


class AssignmentLoss:
    """The loss of a detector with a dynamic number of cells per box, over all layers."""

    def __init__(self, model, hyp):
        device = next(model.parameters()).device
        self.bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([hyp["obj_pw"]], device=device))
        self.hyp, self.nl, self.nc = hyp, len(model.strides), model.nc
        self.strides = model.strides
        self.balance = [4.0, 1.0]

    def __call__(self, p, targets, imgs):
        device = targets.device
        lbox, lobj, lcls = (torch.zeros(1, device=device) for _ in range(3))
        assigned = self.build_targets(p, targets, imgs)
        for i, pi in enumerate(p):
            b, gj, gi, matched = assigned[i]
            tobj = torch.zeros_like(pi[..., 0])
            if len(b):
                ps = pi[b, gj, gi]
                boxes = xywh2xyxy(self.decode(ps, gj, gi, self.strides[i]))
                iou = torch.diag(box_iou(boxes, xywh2xyxy(matched[:, 2:] * imgs.shape[-1])))
                lbox += (1.0 - iou).mean()
                tobj[b, gj, gi] = iou.detach().clamp(0)
                lcls += F.cross_entropy(ps[:, 5:], matched[:, 1].long())
            lobj += self.bce(pi[..., 4], tobj) * self.balance[i]
        return self.hyp["box"] * lbox + self.hyp["obj"] * lobj + self.hyp["cls"] * lcls

    def decode(self, ps, gj, gi, stride):
        grid = torch.stack([gi, gj], dim=1)
        return torch.cat([(ps[:, :2].sigmoid() * 2 - 0.5 + grid) * stride, (ps[:, 2:4].sigmoid() * 2) ** 2 * 16], 1)

    def find_cells(self, p, targets):
        """Per layer the image, the row and the column of each cell that a box could take."""
        cells = []
        for pi in p:
            size = pi.shape[1]
            gxy = targets[:, 2:4] * size
            offsets = torch.tensor([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]], device=targets.device) * 0.5
            gij = (gxy[None] - offsets[:, None]).reshape(-1, 2).long().clamp(0, size - 1)
            cells.append((targets[:, 0].long().repeat(5), gij[:, 1], gij[:, 0]))
        return cells

    def build_targets(self, p, targets, imgs):
        cells = self.find_cells(p, targets)
        found = [[] for _ in p]
        for image in range(imgs.shape[0]):
            this_target = targets[targets[:, 0] == image]
            if this_target.shape[0] == 0:
                continue
            txyxy = xywh2xyxy(this_target[:, 2:] * imgs.shape[-1])
            pxyxys, p_cls, from_which_layer, all_b, all_gj, all_gi = [], [], [], [], [], []
            for i, pi in enumerate(p):
                b, gj, gi = cells[i]
                mine = b == image
                b, gj, gi = b[mine], gj[mine], gi[mine]
                all_b.append(b)
                all_gj.append(gj)
                all_gi.append(gi)
                from_which_layer.append(torch.full((len(b),), float(i), device=b.device))
                fg_pred = pi[b, gj, gi]
                p_cls.append(fg_pred[:, 5:])
                pxyxys.append(xywh2xyxy(self.decode(fg_pred, gj, gi, self.strides[i])))
            pxyxys, p_cls = torch.cat(pxyxys), torch.cat(p_cls)
            from_which_layer = torch.cat(from_which_layer, dim=0)
            all_b, all_gj, all_gi = torch.cat(all_b), torch.cat(all_gj), torch.cat(all_gi)

            ious = box_iou(txyxy, pxyxys)
            top_k, _ = torch.topk(ious, min(10, ious.shape[1]), dim=1)
            dynamic_ks = torch.clamp(top_k.sum(1).int(), min=1)
            wanted_class = F.one_hot(this_target[:, 1].long(), self.nc).float()
            cls_cost = F.binary_cross_entropy_with_logits(
                p_cls[None].expand(len(this_target), -1, -1),
                wanted_class[:, None].expand(-1, len(p_cls), -1), reduction="none").sum(-1)
            cost = cls_cost - 3.0 * torch.log(ious + 1e-8)

            matching = torch.zeros_like(cost)
            for gt in range(len(this_target)):
                _, position = torch.topk(cost[gt], k=dynamic_ks[gt].item(), largest=False)
                matching[gt][position] = 1.0
            taken_twice = matching.sum(0) > 1
            if taken_twice.sum() > 0:
                best = cost[:, taken_twice].argmin(0)
                matching[:, taken_twice] *= 0.0
                matching[best, taken_twice] = 1.0
            foreground = matching.sum(0) > 0.0
            matched = this_target[matching[:, foreground].argmax(0)]
            from_which_layer = from_which_layer[foreground]
            all_b, all_gj, all_gi = all_b[foreground], all_gj[foreground], all_gi[foreground]
            for i in range(self.nl):
                layer = from_which_layer == i
                found[i].append((all_b[layer], all_gj[layer], all_gi[layer], matched[layer]))
        return [tuple(torch.cat(part) for part in zip(*layer)) for layer in found]
