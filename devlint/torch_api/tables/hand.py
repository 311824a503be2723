"""Rows by hand, for what cannot be found out by running operators on fake tensors; each is executed in a test.

They take the place of generated rows of the same name and have the same form (see ``facts``).
"""

from __future__ import annotations

# Fake tensors do not compare a convolution's operands. On CUDA it raises "Input type (torch.cuda.FloatTensor) and
# weight type (torch.FloatTensor) should be the same" (at::native::_convolution).
_PLAIN = "strict tensor same - input:T weight:T bias:T stride padding dilation groups"
_TRANSPOSED = "strict tensor same - input:T weight:T bias:T stride padding output_padding groups dilation"
_CONVOLUTIONS = "".join(
    f"torch.conv{kind}{n}d {row}\ntorch.nn.functional.conv{kind}{n}d {row}\n"
    for kind, row in (("", _PLAIN), ("_transpose", _TRANSPOSED))
    for n in (1, 2, 3)
)

# Written in Python without annotations.
_UNIQUE = """\
torch.unique FLAGS input:T sorted return_inverse return_counts dim
torch.Tensor.unique FLAGS sorted return_inverse return_counts dim
torch.unique_consecutive FLAGS input:T return_inverse return_counts dim
torch.Tensor.unique_consecutive FLAGS return_inverse return_counts dim
""".replace("FLAGS", "strict tensor positive several=return_inverse,return_counts")

# A gradient has to be where its tensor is, unless it is 0-dim (validate_outputs in autograd's engine.cpp).
_GRADIENTS = """\
torch.Tensor.backward lenient none unknown - gradient:t0 retain_graph create_graph inputs
torch.autograd.backward lenient none unknown - tensors:L grad_tensors:l0 retain_graph create_graph
torch.autograd.grad lenient tensors unknown - outputs:L inputs:L- grad_outputs:l0 retain_graph create_graph only_inputs
"""

OPERATORS = (
    _CONVOLUTIONS
    + _UNIQUE
    + _GRADIENTS
    + """\
torch.Tensor.fill_ free self same - value:t-
torch.fill_ free self same - input:T value:t-
torch.Tensor.copy_ free self same - src:T- non_blocking
torch.Tensor.__getitem__ index tensor unknown - index:t-
torch.Tensor.__setitem__ index none unknown - index:t- value:t-
torch.index_put index tensor same - input:T indices:L- values:T0 accumulate
torch.Tensor.index_put index tensor same - indices:L- values:T0 accumulate
torch.index_put_ index self same - input:T indices:L- values:T0 accumulate
torch.Tensor.index_put_ index self same - indices:L- values:T0 accumulate
torch.allclose lenient scalar unknown - input:T0 other:T0 rtol atol equal_nan
torch.Tensor.allclose lenient scalar unknown self0 other:T0 rtol atol equal_nan
torch.nn.functional.gaussian_nll_loss lenient tensor scalar by=reduction input:T0 target:T0 var:t full eps reduction
torch.nn.utils.rnn.pad_sequence free tensor positive - sequences:L batch_first padding_value padding_side
torch.nn.utils.rnn.pad_packed_sequence strict tensors unknown - sequence batch_first padding_value total_length
torch.nn.utils.parameters_to_vector strict tensor positive - parameters:L
torch.nn.utils.clip_grad_norm_ free tensor scalar - parameters:l- max_norm norm_type error_if_nonfinite foreach
torch.tensor_split free tensors unknown - input:T tensor_indices_or_sections:t- dim * sections indices
torch.Tensor.tensor_split free tensors unknown - tensor_indices_or_sections:t- dim * sections indices
torch.nonzero strict tensor positive several=as_tuple input:T * as_tuple out:t
torch.Tensor.nonzero strict tensor positive several=as_tuple * as_tuple
torch.atleast_1d free tensor positive - *tensors:t-
torch.atleast_2d free tensor positive - *tensors:t-
torch.atleast_3d free tensor positive - *tensors:t-
torch.nn.functional.softsign strict tensor same - input:T
torch.nn.functional.tanhshrink strict tensor same - input:T
torch.nn.functional.logsigmoid strict tensor same - input:T
torch.nn.functional.upsample strict tensor same - input:T size scale_factor mode align_corners
torch.is_tensor strict scalar unknown - obj:t
torch.numel strict scalar unknown - input:T
torch.sparse.mm strict tensor positive - mat1:T mat2:T reduce
torch.normal strict tensor unknown random mean:t std:t size * generator out:t-
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
torch.normal sizes random;out;follows=mean,std mean std size * generator out dtype device pin_memory requires_grad
torch.Tensor.new_tensor new follows=self data * dtype device requires_grad pin_memory
"""

_LEGACY = "Float Double Half BFloat16 Byte Char Short Int Long Bool".split()
FACTORIES += "torch.Tensor legacy nodevice;on=cpu\n"
FACTORIES += "".join(f"torch.{kind}Tensor legacy nodevice;on=cpu\n" for kind in _LEGACY)
FACTORIES += "".join(f"torch.cuda.{kind}Tensor legacy nodevice;on=cuda\n" for kind in _LEGACY)

MODULES = ""
