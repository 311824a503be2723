"""The simulator against the truth: small programs, what CUDA does with them, and what the simulation does.

A probe is some lines of Python and the outcome they must have, in a text file under ``probes/``::

    ## element-wise operators
    source: aten/src/ATen/TensorIterator.cpp, compute_types

    x + torch.ones(3)
        raises RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and

    (x * torch.tensor(2.0)).device
        = cuda:0

The last line of a probe is an expression; its ``str`` is the outcome, or the type and the beginning of the first line
of the error. ``source:`` says where in torch's sources or documentation the expectation comes from and holds until the
next; ``gap:`` before a probe says that the simulation is known to differ, and why; ``devices: 2`` that it takes two;
``slow:`` what in it takes seconds.
Every probe finds ``c`` (three ones on the CPU), ``x`` (on cuda:0), ``y`` (on the last device, cuda:1 of two), ``m`` and
``cm`` (3x3 ones on cuda:0 and the CPU).

    python -m devlint.simcuda.fidelity             run the probes here and print differences
    python -m devlint.simcuda.fidelity --record    on real CUDA: keep the outcomes, with GPU, torch and date
"""
