"""What PyTorch-Ignite does to devices: an engine made without a device applies its model to batches as they come.

Models are never moved. Source: version 0.5, by the programs in tests/stubs/programs on simulated GPUs and its source.
"""

with module("ignite.engine"):

    # read: stands for an Engine that moves no batches
    class _Unmoving(At[cpu]):
        # read: runs the programs of tests/stubs/programs/ignite.py
        def run(self, data: Batch[self] = None, max_epochs=None, epoch_length=None) -> Unknown: ...

    # read: runs the programs of tests/stubs/programs/ignite.py
    def create_supervised_trainer(
        model: Model, optimizer, loss_fn, device: Device = None, non_blocking=False, prepare_batch: Escaping = None,
    ) -> Unknown if device else _Unmoving[model] if not prepare_batch else Unknown: ...
    # read: runs the programs of tests/stubs/programs/ignite.py
    def create_supervised_evaluator(
        model: Model, metrics=None, device: Device = None, non_blocking=False, prepare_batch: Escaping = None,
    ) -> Unknown if device else _Unmoving[model] if not prepare_batch else Unknown: ...
