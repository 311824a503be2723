"""``torch.autocast("cuda")``: the casts of a device's operators, for tensors on a simulated one.

    with torch.autocast("cuda", dtype=torch.float16):
        (a_on_cuda @ b_on_cuda).dtype      # float16
        torch.softmax(x_half, -1).dtype    # float32

torch keeps the lists in aten/src/ATen/autocast_mode.h. Its casts ask C++ whether a tensor is on a device, so they pass
simulated tensors by; kernels with the same lists that ask the simulation stand in front of them, from the first use of
autocast until the simulation ends. Of other kinds than CUDA the dispatcher says for which operators torch has a cast.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch

from devlint.simcuda.accelerators import CUDA
from devlint.simcuda.machine import Machine, running
from devlint.simcuda.patching import Patches
from devlint.simcuda.place import is_simulated, where

LOWER = """_convolution _convolution.deprecated conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d.input
conv_transpose3d.input convolution prelu addmm addmv addr matmul einsum mm mv linalg_vecdot linear addbmm baddbmm bmm
chain_matmul linalg_multi_dot lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell scaled_dot_product_attention
lstm.input gru.input rnn_tanh.input rnn_relu.input lstm.data gru.data rnn_tanh.data rnn_relu.data""".split()
FLOAT32 = """acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow.Tensor_Scalar
pow.Tensor_Tensor pow.Scalar softplus layer_norm native_layer_norm group_norm frobenius_norm.dim nuclear_norm
nuclear_norm.dim cosine_similarity poisson_nll_loss cosine_embedding_loss nll_loss nll_loss2d hinge_embedding_loss
kl_div l1_loss smooth_l1_loss huber_loss mse_loss margin_ranking_loss multilabel_margin_loss soft_margin_loss
triplet_margin_loss multi_margin_loss binary_cross_entropy_with_logits dist pdist cdist renorm logsumexp
norm.Scalar norm.ScalarOpt_dim prod softmax.int log_softmax.int cumprod cumsum linalg_vector_norm linalg_matrix_norm
sum sum.dim_IntList""".split()
WIDEST = "addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot scatter_add cat stack".split()

OF_A_KIND = {"mps": ["batch_norm"]}
"""Operators in float32 on one kind of device only."""


def key() -> str:
    """The name of the dispatcher's key of autocast on the simulated kind of device."""
    return f"Autocast{running().accelerator.label}"


def parsed_key() -> Any:
    """The key itself, which not every torch has as an attribute."""
    return torch._C._parse_dispatch_key(key())


def eligible(value: Any) -> bool:
    """Whether autocast may cast it: a floating tensor on a simulated device that is not double."""
    return (
        isinstance(value, torch.Tensor)
        and value.is_floating_point()
        and value.dtype is not torch.float64
        and is_simulated(where(value))
    )


def cast(value: Any, dtype: torch.dtype) -> Any:
    """Tensors, and those in lists, in *dtype* where they are eligible."""
    if isinstance(value, (list, tuple)):
        return type(value)(cast(item, dtype) for item in value)
    return value.to(dtype) if eligible(value) and value.dtype is not dtype else value


def _lower(values: Any) -> torch.dtype:
    return torch.get_autocast_dtype(running().accelerator.type)


def _widest(values: Any) -> torch.dtype:
    flat = [item for value in values for item in (value if isinstance(value, (list, tuple)) else (value,))]
    found = {item.dtype for item in flat if eligible(item)}
    return torch.float32 if torch.float32 in found or not found else _lower(())


def kernel(name: str, dtype_of: Callable[[Any], torch.dtype]) -> Callable[..., Any]:
    """The autocast kernel of an operator: its arguments cast, then the operator without autocast."""
    packet, _, overload = name.partition(".")
    operator = getattr(getattr(torch.ops.aten, packet), overload or "default")

    keys = torch._C.DispatchKeySet(parsed_key())

    def run(*args: Any, **kwargs: Any) -> Any:
        with torch._C._ExcludeDispatchKeyGuard(keys):
            dtype = dtype_of((*args, *kwargs.values()))
            return operator(*cast(args, dtype), **{key: cast(value, dtype) for key, value in kwargs.items()})

    return run


def _is_cast(name: str) -> bool:
    """Whether torch has a cast for an operator; CUDA's lists hold those, too, that promote or recur by themselves."""
    accelerator = running().accelerator
    return accelerator is CUDA or torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", key())


def banned(*args: Any, **kwargs: Any) -> Any:
    """aten/src/ATen/autocast_mode.cpp, ``binary_cross_entropy_banned``."""
    raise RuntimeError(
        "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\n"
        "Many models use a sigmoid layer right before the binary cross entropy layer.\n"
        "In this case, combine the two layers using torch.nn.functional.binary_cross_entropy_with_logits\n"
        "or torch.nn.BCEWithLogitsLoss.  binary_cross_entropy_with_logits and BCEWithLogits are\n"
        "safe to autocast."
    )


def register() -> torch.library.Library:
    """Put the kernels in front of torch's own."""
    library = torch.library.Library("aten", "IMPL")
    policies: list[tuple[list[str], Callable[[Any], torch.dtype]]] = [
        (LOWER, _lower),
        ([*FLOAT32, *OF_A_KIND.get(running().accelerator.type, ())], lambda values: torch.float32),
        (WIDEST, _widest),
    ]
    put: Callable[..., None] = library.impl
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for names, dtype_of in policies:
            for name in filter(_is_cast, names):
                put(name, kernel(name, dtype_of), key(), allow_override=True)
        if _is_cast("binary_cross_entropy"):
            put("binary_cross_entropy", banned, key(), allow_override=True)
    return library


def enabling(machine: Machine) -> Callable[..., None]:
    """``torch.set_autocast_enabled``, which brings the kernels in at the first use.

    The data are on the CPU, so their keys do not lead to the kernels of a device's autocast: the thread's do.
    """
    raw, kind, own_key = torch.set_autocast_enabled, machine.accelerator.type, parsed_key()

    def set_autocast_enabled(*args: Any, **kwargs: Any) -> None:
        raw(*args, **kwargs)
        enabled = torch.is_autocast_enabled(kind)
        if enabled and machine.autocast is None:
            machine.autocast = register()
        torch._C._dispatch_tls_set_dispatch_key_included(own_key, enabled)

    return set_autocast_enabled


def install(patches: Patches) -> None:
    """Watch for the first use; the kernels go when the patches do."""
    machine = running()
    patches.set(torch, "set_autocast_enabled", enabling(machine))
    patches.at_end(lambda: machine.autocast and machine.autocast._destroy())
