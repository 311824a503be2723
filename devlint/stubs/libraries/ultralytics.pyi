"""What Ultralytics does to devices: results are on the GPU, where there is one. Source: its source (needs weights)."""

# read: the models need weights
with module("ultralytics.engine.results"):

    class Boxes(At[accelerator]):
        xyxy: Tensor[self]
        xyxyn: Tensor[self]
        xywh: Tensor[self]
        xywhn: Tensor[self]
        conf: Tensor[self]
        cls: Tensor[self]
        data: Tensor[self]
        def cpu(self) -> Boxes["cpu"]: ...
        def __getitem__(self, index) -> Boxes[self]: ...

    class Masks(At[accelerator]):
        data: Tensor[self]
        def cpu(self) -> Masks["cpu"]: ...
        def __getitem__(self, index) -> Masks[self]: ...

    class Keypoints(At[accelerator]):
        xy: Tensor[self]
        xyn: Tensor[self]
        conf: Tensor[self]
        data: Tensor[self]
        def cpu(self) -> Keypoints["cpu"]: ...
        def __getitem__(self, index) -> Keypoints[self]: ...

    class Probs(At[accelerator]):
        data: Tensor[self]
        top1: Number
        top5: Number

    class Results(At[accelerator]):
        boxes: Boxes[self]
        masks: Masks[self]
        keypoints: Keypoints[self]
        probs: Probs[self]
        orig_img: Array
        def cpu(self) -> Results["cpu"]: ...
        def plot(self) -> Array: ...

# read: the models need weights
with module("ultralytics", "ultralytics.models.*"):

    @names("YOLO", "RTDETR", "YOLOWorld", "SAM", "FastSAM")
    class YOLO(Model):
        def __init__(self, model=None): ...
        def __call__(self, source=None, *, device: Device = accelerator) -> list[Results[device]]: ...
        def predict(self, source=None, *, device: Device = accelerator) -> list[Results[device]]: ...
        def track(self, source=None, *, device: Device = accelerator) -> list[Results[device]]: ...

with module("ultralytics.utils.ops"):

    @names("xywh2xyxy", "xyxy2xywh", "xywhn2xyxy", "xyxy2xywhn")
    def converted(x: Tensor) -> Tensor[x]: ...

with module("ultralytics.utils.metrics"):

    def box_iou(box1: Tensor, box2: Tensor[box1]) -> Tensor[box1]: ...
