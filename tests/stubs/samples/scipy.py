"""Calls of what the stub of SciPy describes: with arrays, and tensors of the CPU."""

from __future__ import annotations

from typing import Any

import numpy

from tests.stubs.sample import Sample


def line() -> numpy.ndarray[Any, Any]:
    return numpy.arange(6.0)


def square() -> numpy.ndarray[Any, Any]:
    return numpy.eye(4)


def grid() -> numpy.ndarray[Any, Any]:
    return numpy.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


SAMPLES = [
    *(
        Sample(name, lambda device: {"fun": lambda x: (x**2).sum(), "x0": numpy.ones(2)})
        for name in ("scipy.optimize.minimize", "scipy.optimize.least_squares")
    ),
    Sample("scipy.optimize.root", lambda device: {"fun": lambda x: x - 1, "x0": numpy.ones(2)}),
    Sample(
        "scipy.optimize.curve_fit",
        lambda device: {"f": lambda x, a, b: a * x + b, "xdata": line(), "ydata": 2 * line()},
    ),
    *(
        Sample(name, lambda device: {"x": line(), "y": line()})
        for name in (
            "scipy.interpolate.interp1d",
            "scipy.interpolate.CubicSpline",
            "scipy.interpolate.UnivariateSpline",
            "scipy.interpolate.PchipInterpolator",
            "scipy.interpolate.Akima1DInterpolator",
        )
    ),
    Sample(
        "scipy.interpolate.griddata",
        lambda device: {"points": grid(), "values": numpy.arange(4.0), "xi": numpy.array([[0.5, 0.5]])},
    ),
    *(
        Sample(name, lambda device, rest=rest: {"input": square(), **rest})
        for name, rest in (
            ("scipy.ndimage.gaussian_filter", {"sigma": 1}),
            ("scipy.ndimage.median_filter", {"size": 3}),
            ("scipy.ndimage.uniform_filter", {}),
            ("scipy.ndimage.zoom", {"zoom": 2}),
            ("scipy.ndimage.rotate", {"angle": 30}),
            ("scipy.ndimage.shift", {"shift": 1}),
            ("scipy.ndimage.label", {}),
            ("scipy.ndimage.distance_transform_edt", {}),
            ("scipy.ndimage.binary_dilation", {}),
            ("scipy.ndimage.binary_erosion", {}),
            ("scipy.ndimage.binary_fill_holes", {}),
            ("scipy.ndimage.center_of_mass", {}),
        )
    ),
    Sample(
        "scipy.ndimage.map_coordinates",
        lambda device: {"input": square(), "coordinates": numpy.array([[0.5], [0.5]])},
    ),
]
