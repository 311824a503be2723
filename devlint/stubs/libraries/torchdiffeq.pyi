"""What torchdiffeq does to devices: a path is where its beginning is, wherever the times are.

Source: version 0.2, by calls on simulated GPUs.
"""

with module("torchdiffeq", "torchdiffeq.*"):

    @names("odeint", "odeint_adjoint")
    def solved(func, y0: Tensor, t) -> Tensor[y0]: ...
