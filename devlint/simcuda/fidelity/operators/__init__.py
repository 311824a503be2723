"""torch's own operator database as the judge of the simulation.

``torch.testing._internal.common_methods_invocations.op_db`` lists torch's operators with sample inputs and the dtypes
that each takes on CUDA. A *trial* runs one operator on one sample, with its tensors placed in one way: all on
``cuda:0``, or one of them on the CPU. The *outcome* of a trial is a line: what came back and where, or the error.

    python -m devlint.simcuda.fidelity.operators --record FILE --simulate    run all trials on the simulation
    python -m devlint.simcuda.fidelity.operators --record FILE               on real CUDA: keep what happens there
    python -m devlint.simcuda.fidelity.operators --compare FILE              the outcomes beside the records of GPUs
"""
