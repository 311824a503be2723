import torch
import torch.nn as nn
import torch.nn.functional as F


def box_iou(a, b):
    top_left = torch.max(a[:, None, :2], b[None, :, :2])
    bottom_right = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (bottom_right - top_left).clamp(min=0).prod(2)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(1), (b[:, 2:] - b[:, :2]).prod(1)
    return inter / (area_a[:, None] + area_b[None] - inter + 1e-7)


def corners_of(x):
    return torch.cat([x[..., :2] - x[..., 2:] / 2, x[..., :2] + x[..., 2:] / 2], dim=-1)


class AssignmentLoss:
    """The loss of a detector with a dynamic number of cells per box, over all layers."""

    def __init__(self, model, hyp):
        device = next(model.parameters()).device
        self.bce = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([hyp["obj_pw"]], device=device))
        self.hyp, self.nl, self.nc = hyp, len(model.strides), model.nc
        self.strides = model.strides
        self.balance = [4.0, 1.0]

    def __call__(self, p, labels, pictures):
        device = labels.device
        box_loss, object_loss, class_loss = (torch.zeros(1, device=device) for _ in range(3))
        assigned = self.assign(p, labels, pictures)
        for i, output in enumerate(p):
            b, row, col, matched = assigned[i]
            objectness = torch.zeros_like(output[..., 0])
            if len(b):
                chosen = output[b, row, col]
                boxes = corners_of(self.decode(chosen, row, col, self.strides[i]))
                iou = torch.diag(box_iou(boxes, corners_of(matched[:, 2:] * pictures.shape[-1])))
                box_loss += (1.0 - iou).mean()
                objectness[b, row, col] = iou.detach().clamp(0)
                class_loss += F.cross_entropy(chosen[:, 5:], matched[:, 1].long())
            object_loss += self.bce(output[..., 4], objectness) * self.balance[i]
        return self.hyp["box"] * box_loss + self.hyp["obj"] * object_loss + self.hyp["cls"] * class_loss

    def decode(self, chosen, row, col, stride):
        grid = torch.stack([col, row], dim=1)
        centre = (chosen[:, :2].sigmoid() * 2 - 0.5 + grid) * stride
        return torch.cat([centre, (chosen[:, 2:4].sigmoid() * 2) ** 2 * 16], 1)

    def find_cells(self, p, labels):
        """Per layer the image, the row and the column of each cell that a box could take."""
        cells = []
        for output in p:
            size = output.shape[1]
            centre = labels[:, 2:4] * size
            offsets = torch.tensor([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]], device=labels.device) * 0.5
            cell = (centre[None] - offsets[:, None]).reshape(-1, 2).long().clamp(0, size - 1)
            cells.append((labels[:, 0].long().repeat(5), cell[:, 1], cell[:, 0]))
        return cells

    def assign(self, p, labels, pictures):
        cells = self.find_cells(p, labels)
        found = [[] for _ in p]
        for image in range(pictures.shape[0]):
            boxes_here = labels[labels[:, 0] == image]
            if boxes_here.shape[0] == 0:
                continue
            truth = corners_of(boxes_here[:, 2:] * pictures.shape[-1])
            corners, class_logits, layer_of, of_image, of_row, of_col = [], [], [], [], [], []
            for i, output in enumerate(p):
                b, row, col = cells[i]
                mine = b == image
                b, row, col = b[mine], row[mine], col[mine]
                of_image.append(b)
                of_row.append(row)
                of_col.append(col)
                layer_of.append(torch.ones(len(row)) * i)  # wanted
                here = output[b, row, col]
                class_logits.append(here[:, 5:])
                corners.append(corners_of(self.decode(here, row, col, self.strides[i])))
            corners, class_logits = torch.cat(corners), torch.cat(class_logits)
            layer_of = torch.cat(layer_of, dim=0)
            of_image, of_row, of_col = torch.cat(of_image), torch.cat(of_row), torch.cat(of_col)

            ious = box_iou(truth, corners)
            top_k, _ = torch.topk(ious, min(10, ious.shape[1]), dim=1)
            cells_per_box = torch.clamp(top_k.sum(1).int(), min=1)
            wanted_class = F.one_hot(boxes_here[:, 1].long(), self.nc).float()
            cls_cost = F.binary_cross_entropy_with_logits(
                class_logits[None].expand(len(boxes_here), -1, -1),
                wanted_class[:, None].expand(-1, len(class_logits), -1), reduction="none").sum(-1)
            cost = cls_cost - 3.0 * torch.log(ious + 1e-8)

            matching = torch.zeros_like(cost)
            for gt in range(len(boxes_here)):
                _, position = torch.topk(cost[gt], k=cells_per_box[gt].item(), largest=False)
                matching[gt][position] = 1.0
            taken_twice = matching.sum(0) > 1
            if taken_twice.sum() > 0:
                best = cost[:, taken_twice].argmin(0)
                matching[:, taken_twice] *= 0.0
                matching[best, taken_twice] = 1.0
            foreground = matching.sum(0) > 0.0
            matched = boxes_here[matching[:, foreground].argmax(0)]
            layer_of = layer_of[foreground]
            of_image, of_row, of_col = of_image[foreground], of_row[foreground], of_col[foreground]
            for i in range(self.nl):
                layer = layer_of == i
                found[i].append((of_image[layer], of_row[layer], of_col[layer], matched[layer]))
        return [tuple(torch.cat(part) for part in zip(*layer)) for layer in found]
