import argparse
import time

import clip
import cv2
import numpy as np
import torch
from PIL import Image


class Detection:
    def __init__(self, tlwh, confidence, class_num, feature):
        self.tlwh = np.asarray(tlwh, dtype=float)
        self.confidence = float(confidence)
        self.class_num = class_num
        self.feature = feature

    def to_tlbr(self):
        ret = self.tlwh.copy()
        ret[2:] += ret[:2]
        return ret


class Encoder:
    """A feature of each box by CLIP."""

    def __init__(self, model, transform, device):
        self.model, self.transform, self.device = model, transform, device

    def __call__(self, image, boxes):
        crops = []
        for x, y, w, h in boxes:
            patch = image[int(y) : int(y + h), int(x) : int(x + w)]
            crops.append(self.transform(Image.fromarray(cv2.cvtColor(patch, cv2.COLOR_BGR2RGB))))
        with torch.no_grad():
            features = self.model.encode_image(torch.stack(crops).to(self.device)).cpu().numpy()
        return features


def non_max_suppression(boxes, classes, max_overlap, scores):
    order = np.argsort(scores)
    keep = []
    while len(order) > 0:
        i = order[-1]
        keep.append(i)
        lower = np.maximum(boxes[i, :2], boxes[order[:-1], :2])
        upper = np.minimum(boxes[i, :2] + boxes[i, 2:], boxes[order[:-1], :2] + boxes[order[:-1], 2:])
        size = np.maximum(0.0, upper - lower)
        overlap = size[:, 0] * size[:, 1] / (boxes[order[:-1], 2] * boxes[order[:-1], 3])
        same = classes[order[:-1]] == classes[i]
        order = order[:-1][~((overlap > max_overlap) & same)]
    return keep


class Yolov5Engine:
    def __init__(self, weights, device, conf, iou):
        self.model = torch.hub.load("ultralytics/yolov5", "custom", path=weights)
        self.model.conf, self.model.iou = conf, iou
        self.model.to(device)

    def infer(self, image):
        return self.model(image).pred

    def get_names(self):
        return self.model.names


def xyxy2xywh(x):
    y = x.clone()
    y[:, 2] = x[:, 2] - x[:, 0]
    y[:, 3] = x[:, 3] - x[:, 1]
    return y


def detect(opt):
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    model, transform = clip.load("ViT-B/32", device=device, jit=False)
    encoder = Encoder(model, transform, device)
    engine = Yolov5Engine(opt.weights, device, opt.confidence, opt.overlap)
    names = engine.get_names()
    capture = cv2.VideoCapture(opt.source)
    frame_count = 0
    while True:
        ok, im0 = capture.read()
        if not ok:
            break
        t1 = time.time()
        pred = engine.infer(im0)
        for i, det in enumerate(pred):
            if len(det) == 0:
                continue
            for c in det[:, -1].unique():
                print(f"{(det[:, -1] == c).sum()} {names[int(c)]}s, ", end="")
            trans_bboxes = xyxy2xywh(det[:, :4])
            bboxes = trans_bboxes[:, :4].cpu()
            confs = det[:, 4]
            class_nums = det[:, -1]
            features = encoder(im0, bboxes)
            detections = [
                Detection(bbox, conf, class_num, feature)
                for bbox, conf, class_num, feature in zip(bboxes, confs, class_nums, features)
            ]
            boxs = np.array([d.tlwh for d in detections])
            scores = np.array([d.confidence for d in detections])
            class_nums = np.array([d.class_num for d in detections])  # wanted
            indices = non_max_suppression(boxs, class_nums, opt.nms_max_overlap, scores)
            detections = [detections[k] for k in indices]
            for d in detections:
                x1, y1, x2, y2 = d.to_tlbr().astype(int)
                cv2.rectangle(im0, (x1, y1), (x2, y2), (0, 255, 0), 2)
        frame_count += 1
        print(frame_count, time.time() - t1)
    capture.release()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", default="yolov5s.pt")
    parser.add_argument("--source", default="cars.mp4")
    parser.add_argument("--confidence", type=float, default=0.4)
    parser.add_argument("--overlap", type=float, default=0.3)
    parser.add_argument("--nms_max_overlap", type=float, default=1.0)
    detect(parser.parse_args())
