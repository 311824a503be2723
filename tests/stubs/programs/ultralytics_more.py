import numpy as np
import torch
from torchvision.ops import box_iou
from ultralytics import YOLO


def bad_boxes_become_arrays(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n.pt")
    found = []
    for result in model(picture, device=0):
        for box in result.boxes:
            x1, y1, x2, y2 = box.xyxy[0].numpy().astype(int)  # wanted
            found.append((x1, y1, x2, y2, float(box.conf)))
    return found


def ok_boxes_become_arrays(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n.pt")
    found = []
    for result in model(picture, device=0):
        for box in result.boxes:
            x1, y1, x2, y2 = box.xyxy[0].cpu().numpy().astype(int)
            found.append((x1, y1, x2, y2, float(box.conf)))
    return found


def bad_boxes_against_truth(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n.pt").to("cuda")
    results = model.predict(picture, conf=0.25, device="cuda")
    truth = torch.tensor([[0.0, 0.0, 10.0, 10.0]])
    overlap = box_iou(results[0].boxes.xyxy, truth)  # wanted
    return overlap.max(dim=1).values


def ok_boxes_against_truth(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n.pt").to("cuda")
    results = model.predict(picture, conf=0.25, device="cuda")
    truth = torch.tensor([[0.0, 0.0, 10.0, 10.0]], device="cuda")
    overlap = box_iou(results[0].boxes.xyxy, truth)
    return overlap.max(dim=1).values


def bad_masks_are_painted(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n-seg.pt")
    result = model(picture, device="cuda")[0]
    masks = result.masks.data
    ids = result.boxes.cls.int()
    people = masks[ids == 0].any(dim=0)
    return np.asarray(people) * 255  # wanted


def ok_masks_are_painted(picture="bus.jpg"):  # not run
    model = YOLO("yolov8n-seg.pt")
    result = model(picture, device="cuda")[0]
    masks = result.masks.data
    ids = result.boxes.cls.int()
    people = masks[ids == 0].any(dim=0)
    return np.asarray(people.cpu()) * 255


def bad_network_below(picture=None):  # not run
    model = YOLO("yolov8n.pt")
    net = model.model.to("cuda").eval()
    image = torch.zeros(1, 3, 640, 640)
    return net(image)  # wanted


def ok_network_below(picture=None):  # not run
    model = YOLO("yolov8n.pt")
    net = model.model.to("cuda").eval()
    image = torch.zeros(1, 3, 640, 640, device="cuda")
    return net(image)
