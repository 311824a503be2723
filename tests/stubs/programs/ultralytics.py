import numpy as np
import torch
from ultralytics import YOLO
from ultralytics.utils.metrics import box_iou
from ultralytics.utils.ops import xywh2xyxy


def street():
    return np.full((64, 64, 3), 114, dtype=np.uint8)


def bad_boxes_become_an_array():
    model = YOLO("yolov8n.yaml")
    results = model.predict(street(), imgsz=64, device="cuda", verbose=False)
    corners = results[0].boxes.xyxy.numpy()  # wanted
    return corners.astype(int)


def ok_boxes_become_an_array():
    model = YOLO("yolov8n.yaml")
    results = model.predict(street(), imgsz=64, device="cuda", verbose=False)
    corners = results[0].boxes.xyxy.cpu().numpy()
    return corners.astype(int)


def bad_boxes_meet_labels_behind(device):
    model = YOLO("yolov8n.yaml").to(device)
    truth = xywh2xyxy(torch.tensor([[32.0, 32.0, 16.0, 16.0]]))
    result = model(street(), imgsz=64, verbose=False)[0]
    return box_iou(truth, result.boxes.xyxy)  # wanted


def ok_boxes_meet_labels_behind(device):
    model = YOLO("yolov8n.yaml").to(device)
    truth = xywh2xyxy(torch.tensor([[32.0, 32.0, 16.0, 16.0]])).to(device)
    result = model(street(), imgsz=64, verbose=False)[0]
    return box_iou(truth, result.boxes.xyxy)


def bad_network_is_called_with_a_home_image(device):
    detector = YOLO("yolov8n.yaml")
    detector.to(device)
    network = detector.model.eval()
    image = torch.from_numpy(street()).permute(2, 0, 1).unsqueeze(0).float() / 255
    with torch.no_grad():
        return network(image)  # wanted, not found: no row says it


def ok_network_is_called_with_a_home_image(device):
    detector = YOLO("yolov8n.yaml")
    detector.to(device)
    network = detector.model.eval()
    image = torch.from_numpy(street()).permute(2, 0, 1).unsqueeze(0).float() / 255
    with torch.no_grad():
        return network(image.to(device))
