import cv2
import numpy as np
import torch

CATEGORY = "faces/compare"


def tensor2cv2(image: torch.Tensor) -> np.array:
    if image.dim() == 4:
        image = image.squeeze()
    npimage = image.numpy()  # wanted
    picture = np.uint8(npimage * 255 / npimage.max())
    return cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)


class FaceDistance:
    """Node of a graph editor: how alike two faces are."""

    def __init__(self):
        pass

    @classmethod
    def INPUT_TYPES(cls):
        methods = ["face_recognition"]
        return {
            "required": {
                "first": ("IMAGE",),
                "second": ("IMAGE",),
                "method": (methods,),
            },
            "optional": {},
        }

    RETURN_TYPES = ("FLOAT",)
    RETURN_NAMES = ("alike",)
    FUNCTION = "compare"
    CATEGORY = CATEGORY
    OUTPUT_NODE = True

    def compare(self, first, second, method):
        a = tensor2cv2(first)
        b = tensor2cv2(second)
        if method == "face_recognition":
            import face_recognition

            where_a = face_recognition.face_locations(a)
            where_b = face_recognition.face_locations(b)
            code_a = face_recognition.face_encodings(a, where_a)[0]
            code_b = face_recognition.face_encodings(b, where_b)[0]
            distance = face_recognition.face_distance([code_a], code_b)[0]
        alike = round((1 - distance) * 100, 2)
        return (alike,)


NODE_CLASS_MAPPINGS = {"Face Distance": FaceDistance}
NODE_DISPLAY_NAME_MAPPINGS = {"Face Distance": "Face Distance"}
