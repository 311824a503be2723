"""Rows by hand, for what cannot be found out by running operators on fake tensors; each is executed in a test.

They take the place of generated rows of the same name and have the same form (see ``facts``).
"""

from __future__ import annotations

def _shared(names: str, row: str) -> str:
    return "".join(f"{name} {row}\n" for name in names.split())


# Fake tensors do not compare a convolution's operands. On CUDA it raises "Input type (torch.cuda.FloatTensor) and
# weight type (torch.FloatTensor) should be the same" (at::native::_convolution).
_CONVOLUTIONS = "".join(
    _shared(f"torch.{name} torch.nn.functional.{name}", row)
    for name, row in (
        ("conv1d", "strict tensor same - input:T weight:T bias:T stride padding dilation groups"),
        ("conv2d", "strict tensor same - input:T weight:T bias:T stride padding dilation groups"),
        ("conv3d", "strict tensor same - input:T weight:T bias:T stride padding dilation groups"),
        ("conv_transpose1d", "strict tensor same - input:T weight:T bias:T stride padding output_padding groups dilation"),
        ("conv_transpose2d", "strict tensor same - input:T weight:T bias:T stride padding output_padding groups dilation"),
        ("conv_transpose3d", "strict tensor same - input:T weight:T bias:T stride padding output_padding groups dilation"),
    )
)

OPERATORS = (
    _CONVOLUTIONS
    + """\
torch.Tensor.copy_ free self same - src:T- non_blocking
torch.Tensor.__getitem__ index tensor unknown - index:t-
torch.Tensor.__setitem__ index none unknown - index:t- value:t0
torch.index_put index tensor same - input:T indices:L- values:T0 accumulate
torch.Tensor.index_put index tensor same - indices:L- values:T0 accumulate
torch.index_put_ index self same - input:T indices:L- values:T0 accumulate
torch.Tensor.index_put_ index self same - indices:L- values:T0 accumulate
torch.allclose lenient scalar unknown - input:T0 other:T0 rtol atol equal_nan
torch.Tensor.allclose lenient scalar unknown self0 other:T0 rtol atol equal_nan
torch.where lenient tensor unknown - condition:T0 input:t0 other:t0 * out:t-
"""
)

FACTORIES = """\
torch.tensor data - data * dtype device requires_grad pin_memory
torch.as_tensor data follows=data data dtype device
torch.asarray data follows=obj obj * dtype device copy requires_grad
torch.from_numpy host nodevice;on=cpu ndarray
torch.frombuffer host nodevice;on=cpu buffer * dtype count offset requires_grad
torch.from_dlpack data follows=ext_tensor ext_tensor * device copy
torch.Tensor.new_tensor new follows=self data * dtype device requires_grad pin_memory
"""

_LEGACY = "Float Double Half BFloat16 Byte Char Short Int Long Bool".split()
FACTORIES += "torch.Tensor legacy nodevice;on=cpu\n"
FACTORIES += "".join(f"torch.{kind}Tensor legacy nodevice;on=cpu\n" for kind in _LEGACY)
FACTORIES += "".join(f"torch.cuda.{kind}Tensor legacy nodevice;on=cuda\n" for kind in _LEGACY)

MODULES = ""
