"""Functions that torch decomposes before any operator is seen, and whose device checks have words of their own.

    rnn = torch.nn.LSTM(3, 4).cuda()
    rnn(x, (h_on_cpu, c_on_cpu))
    # Input and hidden tensors are not at the same device, found input tensor at cuda:0 and hidden tensor at cpu

On the CPU their C++ part finds all devices equal; the check is made before they run.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda import origins
from devlint.simcuda.checks import named_argument
from devlint.simcuda.machine import running
from devlint.simcuda.moves import move
from devlint.simcuda.operators import attention_kernels, dtypes
from devlint.simcuda.operators.sibling_checks import block_diag, gradient, meshgrid, multi_dot, side_by_side
from devlint.simcuda.operators.special_checks import directly
from devlint.simcuda.patching import Patches, with_tensor_by_name
from devlint.simcuda.place import is_simulated, where

Before = Callable[..., None]


def recurrent(*args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/RNN.cpp, ``check_attributes``: hidden states first, then parameters.

    The forms are (input, hx, params, ...) and, for packed sequences, (data, batch_sizes, hx, params, ...).
    """
    packed = len(args) > 3 and isinstance(args[3], (list, tuple))
    source = args[0]
    hidden, parameters = (args[2], args[3]) if packed else (args[1], args[2])
    for name, tensors in (("hidden", hidden), ("parameter", parameters)):
        for tensor in [tensors] if isinstance(tensors, torch.Tensor) else tensors:
            if where(tensor) != where(source):
                raise RuntimeError(
                    f"Input and {name} tensors are not at the same device, found input tensor at {where(source)} and "
                    f"{name} tensor at {where(tensor)}"
                )


def spectrum(name: str) -> Before:
    """aten/src/ATen/native/SpectralOps.cpp: the window is where the signal is."""

    def check(self: torch.Tensor, *args: Any, window: torch.Tensor | None = None, **kwargs: Any) -> None:
        found = [value for value in (window, *args) if isinstance(value, torch.Tensor)]
        if found and where(found[0]) != where(self):
            raise RuntimeError(
                f"{name} input and window must be on the same device but got self on {where(self)} and window on "
                f"{where(found[0])}"
            )

    return check


def named_on_cuda(raw: Callable[..., Any]) -> Callable[..., Any]:
    """*raw*, whose errors quote its tensors by their types: ``torch.cuda.LongTensor`` on a device."""

    @with_tensor_by_name
    @functools.wraps(raw)
    def call(self: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        try:
            return raw(self, *args, **kwargs)
        except RuntimeError as error:
            if where(self).type != "cuda":
                raise
            raise type(error)(re.sub(r"torch\.(\w+Tensor)", r"torch.cuda.\1", str(error))) from None

    return call


def quantile(self: torch.Tensor, q: Any, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/Sorting.cpp, ``quantile_checks``."""
    if isinstance(q, torch.Tensor) and where(q) != where(self):
        raise RuntimeError("quantile() q tensor must be on the same device as the input tensor")


def sections(self: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/TensorShape.cpp, ``tensor_split``: sections are read on the host."""
    for value in (*args, *kwargs.values()):
        if isinstance(value, torch.Tensor) and where(value).type != "cpu":
            raise RuntimeError(
                f"tensor_split expected tensor_indices_or_sections to be on cpu, but it's on {where(value)}"
            )


def attention(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/transformers/attention.cpp, ``validate_sdpa_input``."""
    if not where(query) == where(key) == where(value):
        raise RuntimeError(
            "Expected query, key, and value to have the same device type, but got "
            f"query.device: {where(query)} key.device: {where(key)} and value.device: {where(value)} instead."
        )
    mask = args[0] if args else kwargs.get("attn_mask")
    wide = {torch.float32: 4, torch.float16: 8, torch.bfloat16: 8}.get(query.dtype)
    fused = query.dim() == 4 and wide is not None and query.shape[-1] % wide == 0
    if isinstance(mask, torch.Tensor) and where(mask) != where(query) and where(query).type == "cuda" and fused:
        kernel = "wrapper_CUDA___scaled_dot_product_efficient_attention"
        raise named_argument("attn_bias", where(mask), where(query), kernel)
    if where(query).type == "cuda":
        attention_kernels.check(query, key, value, *args, **kwargs)


def spacing(self: torch.Tensor, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/ReduceOps.cpp, ``pre_check_gradient``."""
    given = kwargs.get("spacing", args[0] if args else None)
    if isinstance(given, (list, tuple)):
        side_by_side(gradient)(self, *given)


def along(self: torch.Tensor, indices: Any = None, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/TensorAdvancedIndexing.cpp, ``take_along_dim``."""
    if isinstance(indices, torch.Tensor) and where(indices) != where(self):
        raise RuntimeError(
            f"Expected tensor to have {where(self)} Device, but got tensor with {where(indices)} Device "
            "(while checking arguments for torch.take_along_dim():)"
        )


def inner(self: torch.Tensor, other: Any = None, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/LinearAlgebra.cpp, ``inner``: both are on devices of one type."""
    if isinstance(other, torch.Tensor) and where(other).type != where(self).type:
        raise RuntimeError(
            f"Expected tensor to have {where(self).type} DeviceType, but got tensor with {where(other).type} "
            "DeviceType (while checking arguments for inner())"
        )


def sorter(boundaries: torch.Tensor, *args: Any, sorter: Any = None, **kwargs: Any) -> None:
    """aten/src/ATen/native/BucketizationUtils.h, ``searchsorted_pre_check``."""
    values = args[0] if args else kwargs.get("input")
    alike = not isinstance(values, torch.Tensor) or where(values) == where(boundaries)
    if isinstance(sorter, torch.Tensor) and where(sorter) != where(boundaries) and alike:
        raise RuntimeError(
            "torch.searchsorted(): sorter and boundary tensors should have same device type, but got sorter tensor "
            f"device type {where(sorter)} and input value tensor device type {where(boundaries)}"
        )


def solved(self: torch.Tensor, other: Any = None, *args: Any, **kwargs: Any) -> None:
    """aten/src/ATen/native/LinearAlgebraUtils.h, ``linearSolveCheckInputs``."""
    if isinstance(other, torch.Tensor) and where(other) != where(self):
        raise RuntimeError(
            f"Expected b and A to be on the same device, but found b on {where(self)} and A on {where(other)} instead."
        )


def root_mean_square(input: torch.Tensor, shape: Any, weight: Any = None, *args: Any, **kwargs: Any) -> None:
    """On CUDA the norm is one kernel, on the CPU it is made of others."""
    if isinstance(weight, torch.Tensor) and where(weight) != where(input):
        raise named_argument("weight", where(weight), where(input), "wrapper_CUDA___fused_rms_norm")
    words = dtypes.entry("_fused_rms_norm").words
    if where(input).type == "cuda" and input.dtype in words and not input.dtype.is_complex:
        raise dtypes.error(words[input.dtype], input.dtype)


def gradients(outputs: Any, grads: Any, *args: Any, **kwargs: Any) -> None:
    """torch/csrc/autograd/engine.cpp, ``validate_outputs``: a gradient given by the user is where its tensor is."""
    for position, (output, grad) in enumerate(zip(outputs, grads, strict=False)):
        if grad is not None and grad.dim() > 0 and where(grad) != where(output):
            raise RuntimeError(
                f"invalid gradient at index {position} - expected device {where(output)} but got {where(grad)}"
            )


def checked(before: Before, raw: Callable[..., Any]) -> Callable[..., Any]:
    """*raw* with a check in front."""

    @with_tensor_by_name
    @functools.wraps(raw)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            before(*args, **kwargs)
        except RuntimeError as error:
            error.simulated_tensors = origins.describe_values((*args, *kwargs.values()))  # type: ignore[attr-defined]
            raise
        return raw(*args, **kwargs)

    return call


def reading(raw: Callable[..., Any], *arguments: str) -> Callable[..., Any]:
    """*raw*, where the host reads a tensor that torch has made for itself unless one of *arguments* is given.

    ``cov`` reads whether its factor is positive, ``istft`` whether its window has a zero.
    """

    @with_tensor_by_name
    @functools.wraps(raw)
    def call(self: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        if where(self).type == "cuda" and all(kwargs.get(name) is None for name in arguments):
            from devlint.simcuda.rules import count_sync

            count_sync(running(), raw.__name__)
        return raw(self, *args, **kwargs)

    return call


def one_hot(raw: Callable[..., Any]) -> Callable[..., Any]:
    """aten/src/ATen/native/Onehot.cpp: on CUDA the number of classes is believed, and nothing is read on the host."""

    @functools.wraps(raw)
    def call(tensor: torch.Tensor, num_classes: int = -1) -> torch.Tensor:
        if is_simulated(where(tensor)) and num_classes == -1 and tensor.numel() and tensor.dtype is torch.int64:
            num_classes = int(tensor.max().item()) + 1
        if not is_simulated(where(tensor)) or num_classes <= 0 or tensor.dtype is not torch.int64:
            result: torch.Tensor = raw(tensor, num_classes)
            return result
        result = torch.zeros(*tensor.shape, num_classes, dtype=torch.int64, device=where(tensor))
        return result.scatter_(-1, tensor.unsqueeze(-1), 1)

    return call


def ctc_loss(raw: Callable[..., Any]) -> Callable[..., Any]:
    """aten/src/ATen/native/LossCTC.cpp: C++ moves the lengths to the device of the result."""

    @functools.wraps(raw)
    def call(log_probs: torch.Tensor, targets: Any, sizes: Any, lengths: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(lengths, torch.Tensor):
            lengths = move(lengths, where(log_probs))
        return raw(log_probs, targets, sizes, lengths, *args, **kwargs)

    return call


def given_gradients(raw: Callable[..., Any]) -> Callable[..., Any]:
    """torch/csrc/autograd/engine.cpp, ``validate_outputs``: C++ moves a gradient without dimensions to its tensor."""

    @functools.wraps(raw)
    def call(outputs: Any, grads: Any, *args: Any, **kwargs: Any) -> Any:
        there = [
            move(grad, where(output)) if grad is not None and grad.dim() == 0 else grad
            for output, grad in zip(outputs, grads, strict=False)
        ]
        return raw(outputs, (*there, *grads[len(there) :]), *args, **kwargs)

    return call


def install(patches: Patches) -> None:
    """Put the checks in front."""
    namespaces: tuple[Any, ...] = (torch, torch.Tensor)
    for name in ("lstm", "gru", "rnn_tanh", "rnn_relu"):
        for owner in (torch._VF, torch):
            patches.set(owner, name, checked(recurrent, getattr(owner, name)))
    for name in ("stft", "istft"):
        for owner in namespaces:
            patches.set(owner, name, checked(spectrum(name), getattr(owner, name)))
    for owner in namespaces:
        for name in ("quantile", "nanquantile"):
            patches.set(owner, name, checked(quantile, getattr(owner, name)))
        patches.set(owner, "tensor_split", checked(sections, owner.tensor_split))
        for name, check in (("take_along_dim", along), ("inner", inner), ("cholesky_solve", solved)):
            patches.set(owner, name, checked(check, getattr(owner, name)))
        patches.set(owner, "stft", named_on_cuda(owner.stft))
        patches.set(owner, "istft", reading(owner.istft, "window"))
        patches.set(owner, "cov", reading(owner.cov, "fweights", "aweights"), by_identity=False)
        patches.set(owner, "corrcoef", reading(owner.corrcoef), by_identity=False)
    for name in ("native_batch_norm", "_native_batch_norm_legit"):
        patches.set(torch, name, directly(getattr(torch, name)))
    patches.set(torch, "rms_norm", checked(root_mean_square, torch.rms_norm))
    patches.set(torch, "gradient", checked(spacing, torch.gradient))
    patches.set(torch, "searchsorted", checked(sorter, torch.searchsorted))
    for owner in (torch._C._nn, torch.nn.functional):
        name = "scaled_dot_product_attention"
        patches.set(owner, name, checked(attention, attention_kernels.computed(getattr(owner, name))))
    for owner in (torch, torch.functional):  # aten/src/ATen/native/TensorShape.cpp and LinearAlgebra.cpp
        patches.set(owner, "meshgrid", checked(side_by_side(meshgrid), owner.meshgrid))
        patches.set(owner, "cartesian_prod", checked(side_by_side(meshgrid), owner.cartesian_prod))
        patches.set(owner, "block_diag", checked(side_by_side(block_diag), owner.block_diag))
        patches.set(owner, "chain_matmul", checked(side_by_side(multi_dot), owner.chain_matmul))
    patches.set(torch.linalg, "multi_dot", checked(side_by_side(multi_dot), torch.linalg.multi_dot))
    for owner in (torch._C._nn, torch.nn.functional):
        patches.set(owner, "one_hot", one_hot(owner.one_hot))
    patches.set(torch, "ctc_loss", ctc_loss(torch.ctc_loss))
    make_grads = torch.autograd._make_grads
    patches.set(torch.autograd, "_make_grads", checked(gradients, given_gradients(make_grads)))
