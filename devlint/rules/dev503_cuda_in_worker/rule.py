"""A `DataLoader` worker uses CUDA, or a pinning `DataLoader` gets CUDA tensors.

## What it does
In a file that creates a `DataLoader` with `num_workers`, reports code that puts tensors on CUDA and runs in the
workers: in `__getitem__` or `__iter__` of the data set, in `collate_fn`, and in the functions they call. An attribute
that the data set put on CUDA, and a `TensorDataset` of GPU tensors, are reported too. With `pin_memory=True` the same
code is reported without workers.

## Why it is bad
Workers are forked, and a forked process cannot use the CUDA of its parent:
`Cannot re-initialize CUDA in forked subprocess`. If the parent has not used CUDA yet, each worker initializes CUDA
itself and takes GPU memory. On a machine without a GPU, or with `num_workers=0`, nothing shows. GPU tensors cannot be
pinned: `cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned`.

## Example
```python
class Images(Dataset):
    def __getitem__(self, index):
        return read(self.paths[index]).cuda()


loader = DataLoader(Images(paths), batch_size=32, num_workers=4)
for images in loader:
    train(images)
```

## Use instead
```python
class Images(Dataset):
    def __getitem__(self, index):
        return read(self.paths[index])


loader = DataLoader(Images(paths), batch_size=32, num_workers=4, pin_memory=True)
for images in loader:
    train(images.to(device, non_blocking=True))
```

## Not reported
- Loaders without workers and pinned memory.
- Files that use `spawn` or `forkserver`: such processes can use CUDA.
- Functions that call `get_worker_info()`.
- A data set or `collate_fn` of another file.
- A device that another file or the caller chooses: it may be the CPU.

## Fix safety
There is no automatic fix: the move belongs into the loop over the batches.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding, Remark
from devlint.devices.facts.processes import InWorker
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV503",
    name="cuda-in-worker",
    summary="a `DataLoader` worker uses CUDA, or a `DataLoader` with `pin_memory=True` gets CUDA tensors",
    status=Status.PREVIEW,
)


def check(fact: InWorker, code: Code) -> Iterator[Finding]:
    """Report what a loader cannot have on CUDA."""
    text = code.text(fact.at)
    how = "return CPU tensors, and move the batch"
    if fact.held:
        on, how = f"and the tensors of `{text}` are on a GPU", "keep them on the CPU, and move the batch"
        said = f"`pin_memory=True` accepts CPU tensors only, {on}"
        said = said if fact.pinned else f"`DataLoader` workers are forked and cannot use CUDA, {on}"
    elif fact.pinned:
        said = f"`pin_memory=True` accepts CPU tensors only, and `{text}` is on CUDA"
    else:
        said = f"`{text}` uses CUDA in a `DataLoader` worker, which is forked and cannot"
    yield Finding(fact.at, said, notes=(Remark("the `DataLoader` is made here", fact.loader),), help=how)
