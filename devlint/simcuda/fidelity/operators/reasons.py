"""Why the outcomes of a trial may differ: each reason names its functions, trials and kind of difference.

reason_of("linalg.det", "dtype float32", Kind.GRADIENT, "runs cuda:0 float32 | grads none")
# torch after 2.11 gives the determinant of an empty matrix a gradient

A reason holds for the functions that it names alone, so that a wrong simulation of others does not hide behind it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from devlint.simcuda.fidelity.operators.comparison import Kind


class Reason(NamedTuple):
    """A reason, and for which differences it holds."""

    sentence: str
    kind: Kind
    functions: str
    trials: str
    there: str = ""
    """What the outcome on the GPU holds."""


_NEWER = "torch after 2.11"
REASONS = (
    Reason(
        f"{_NEWER} gives the function a gradient",
        Kind.GRADIENT,
        "aminmax|nextafter|narrow_copy",
        r"dtype (b?float|complex)\d+|float(16|32)/\w+/all",
        r"runs [^|]*$",
    ),
    Reason(
        f"{_NEWER} gives the determinant of an empty matrix a gradient",
        Kind.GRADIENT,
        r"linalg\.det",
        r"dtype (float|complex)\d+|float32/379f106a/all",
        "grads none",
    ),
    Reason(
        "the CPU keeps the statistics of half in half, CUDA in float32",
        Kind.RESULT,
        "native_layer_norm|_?native_batch_norm(_legit)?|_batch_norm_with_update",
        r"dtype b?float16|float16/\w+/all",
        "cuda:0 float32",
    ),
    Reason(
        "the gradient that a function of torch returns is not compared with where it belongs",
        Kind.GRADIENT,
        "(as_strided|diagonal|select|slice)_scatter",
        r"float(16|32)/\w+/-(input|args\[0\])",
        "returned an invalid gradient at index 1",
    ),
    Reason(
        "in a backward pass a tensor without dimensions may meet any device",
        Kind.GRADIENT,
        r"pow|__rpow__|float_power|copysign|nn\.functional\.binary_cross_entropy_with_logits",
        r"float(16|32)/\w+/-(input|args\[0\])",
        "at least two devices|expected self and mask",
    ),
    Reason(
        "how often the function waits depends on the numbers it is given",
        Kind.SYNCS,
        r"matrix_exp|nn\.functional\.ctc_loss",
        r"float32/\w+/syncs",
    ),
    Reason(
        "torch makes its eigenvalues of the eigenvectors where a dispatch mode is in force",
        Kind.SYNCS,
        r"linalg\.eigvals",
        r"float32/\w+/syncs",
    ),
    Reason(
        "torch takes the gradient of a product by cumprod where a dispatch mode is in force",
        Kind.GRADIENT,
        "prod",
        "dtype complex32",
        "grads cuda:0",
    ),
    Reason(
        "the CPU writes no negative number to an unsigned dtype",
        Kind.RAISES_HERE,
        r"nn\.functional\.hinge_embedding_loss",
        "dtype uint8",
    ),
    Reason(
        "the identity that the function begins with is made on the CPU, which lacks the dtype",
        Kind.RAISES_HERE,
        r"linalg\.matrix_power",
        r"dtype (complex32|uint(16|32|64))",
    ),
    Reason(
        "the norm of one number is its absolute value, for which the CPU asks no kernel of the operator",
        Kind.RUNS_HERE,
        r"linalg\.vector_norm",
        r"dtype float8_e(4m3fn|5m2)",
        "abs_cuda",
    ),
    Reason("the CPU compares no complex numbers in isin", Kind.RAISES_HERE, "isin", "dtype complex32"),
    Reason("the sample asks for the CPU", Kind.VALUES, "to", r"values \w+"),
    Reason("CUDA refuses sections on a device", Kind.VALUES, "tensor_split", r"values \w+"),
    Reason("CUDA lacks the operator", Kind.VALUES, r"sparse\.mm\.reduce", r"values \w+"),
)


def reason_of(operator: str, key: str, kind: Kind, there: str) -> str | None:
    """Why the outcomes of a trial may differ; None where no reason is known."""
    for reason in REASONS:
        named = re.fullmatch(reason.functions, operator) and re.fullmatch(reason.trials, key)
        if reason.kind is kind and named and re.search(reason.there, there):
            return reason.sentence
    return None
