"""What scikit-image makes arrays of. Source: version 0.26, by calls on simulated GPUs.

Its other functions refuse tensors wherever they are, as those that resize and measure quality.
"""

with module("skimage.color", "skimage.color.*"):

    @names("rgb2gray", "rgb2lab", "rgb2hsv", "rgb2ycbcr", "rgb2xyz", "rgb2yuv")
    def of_colours(rgb: Array) -> Array: ...
    def lab2rgb(lab: Array) -> Array: ...
    def hsv2rgb(hsv: Array) -> Array: ...

with module("skimage.filters", "skimage.filters.*", "skimage.morphology", "skimage.morphology.*"):

    @names("gaussian", "median", "dilation", "erosion", "opening", "closing", "convex_hull_image")
    def filtered(image: Array) -> Array: ...

with module("skimage.measure", "skimage.measure.*"):

    def label(label_image: Array, background=None, return_num=False) -> Array if not return_num else tuple[Array, Number]: ...

with module("skimage.segmentation", "skimage.segmentation.*"):

    @names("slic", "felzenszwalb")
    def segmented(image: Array) -> Array: ...
    def find_boundaries(label_img: Array) -> Array: ...

with module("skimage.transform", "skimage.transform.*"):

    @names("rotate")
    def turned(image: Array, angle) -> Array: ...

with module("skimage.io", "skimage.io.*"):

    def imsave(fname, arr: Array) -> None: ...

with module("skimage", "skimage.util", "skimage.util.*"):

    @names("img_as_ubyte", "img_as_float", "img_as_float32", "img_as_float64", "img_as_uint")
    def retyped(image: Array) -> Array: ...
