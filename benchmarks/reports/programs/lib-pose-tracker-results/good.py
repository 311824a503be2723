from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional

import cv2
import numpy as np
from ultralytics import YOLO

MODELS = {"nano": "yolov8n-pose.pt", "small": "yolov8s-pose.pt", "medium": "yolov8m-pose.pt"}


@dataclass
class TrackedObject:
    object_id: str
    pixel_x: Optional[float] = None
    pixel_y: Optional[float] = None
    extra: Dict[str, Any] = field(default_factory=dict)


class BaseTracker(ABC):
    def __init__(self, names: List[str]):
        self.annotated_image = None
        self.tracked_objects = {name: TrackedObject(object_id=name) for name in names}

    @abstractmethod
    def process_image(self, image: np.ndarray) -> Dict[str, TrackedObject]: ...

    @abstractmethod
    def annotate_image(self, image: np.ndarray, results) -> np.ndarray: ...

    def process_video(self, path, recorder):
        capture = cv2.VideoCapture(str(path))
        while True:
            ok, frame = capture.read()
            if not ok:
                break
            recorder.record(self.process_image(frame))
        capture.release()
        return recorder.process()


class YOLOPoseTracker(BaseTracker):
    def __init__(self, model_size: str = "nano"):
        super().__init__(names=["tracked_person"])
        self.model = YOLO(MODELS[model_size])

    def process_image(self, image: np.ndarray) -> Dict[str, TrackedObject]:
        results = self.model(image, max_det=1, verbose=False)
        self.unpack_results(results)
        self.annotated_image = self.annotate_image(image, results=results)
        return self.tracked_objects

    def annotate_image(self, image: np.ndarray, results) -> np.ndarray:
        return results[-1].plot()

    def unpack_results(self, results):
        tracked_person = np.asarray(results[-1].keypoints.xy.cpu())
        if tracked_person.size == 0:
            return
        person = self.tracked_objects["tracked_person"]
        person.pixel_x = np.mean(tracked_person[:, 0], axis=0)
        person.pixel_y = np.mean(tracked_person[:, 1], axis=0)
        person.extra["landmarks"] = tracked_person


class Recorder:
    def __init__(self):
        self.frames = []

    def record(self, tracked):
        self.frames.append(tracked["tracked_person"].extra.get("landmarks"))

    def process(self, points=17):
        out = np.full((len(self.frames), points, 2), np.nan)
        for i, landmarks in enumerate(self.frames):
            if landmarks is not None:
                out[i] = landmarks[0]
        return out


def main(folder="recordings"):
    for video in sorted(Path(folder).glob("*.mp4")):
        found = YOLOPoseTracker("nano").process_video(video, Recorder())
        np.save(video.with_suffix(".npy"), found)


if __name__ == "__main__":
    main()
