"""What SciPy makes arrays of. Source: version 1.16, by calls on simulated GPUs."""

with module("scipy.optimize"):

    @names("minimize", "least_squares", "root", "fmin", "fmin_l_bfgs_b", "fmin_bfgs")
    def solved(fun, x0: Array) -> Unknown: ...
    def curve_fit(f, xdata: Array, ydata: Array) -> tuple[Array, Array]: ...

with module("scipy.interpolate"):

    @names("interp1d", "CubicSpline", "UnivariateSpline", "PchipInterpolator", "Akima1DInterpolator")
    def interpolated(x: Array, y: Array) -> Unknown: ...
    def griddata(points: Array, values: Array, xi: Array) -> Array: ...

with module("scipy.ndimage"):

    @names("gaussian_filter", "median_filter", "uniform_filter", "zoom", "rotate", "shift", "label",
           "distance_transform_edt", "binary_dilation", "binary_erosion", "binary_fill_holes", "center_of_mass")
    def filtered(input: Array) -> Unknown: ...

    def map_coordinates(input: Array, coordinates: Array) -> Array: ...
