"""A `DataLoader` worker uses CUDA, or a pinning `DataLoader` gets CUDA tensors.

## What it does
In a file that creates a `DataLoader` with `num_workers`, reports code that puts tensors on CUDA and runs in the
workers: in `__getitem__` or `__iter__` of the data set, in `collate_fn`, and in the functions they call. An attribute
that the data set put on CUDA, and a `TensorDataset` of GPU tensors, are reported too. With `pin_memory=True` the same
code is reported without workers. A data set of another file is reported where the loader gets it, with the line that
puts something on CUDA.

Two reports are hints: a data set of `torch.utils.data` that uses CUDA where it reads an item, in a file without any
loader; and one that keeps on CUDA what its items do not need, if its loader has workers.

## Why it is bad
Workers are forked, and a forked process cannot use the CUDA of its parent: `Cannot re-initialize CUDA in forked
subprocess`. If the parent has not used CUDA yet, each worker initializes CUDA itself and takes GPU memory. On Windows
nothing is forked: workers are sent the data set with all that it holds, and CUDA tensors cannot be shared there. On a
machine without a GPU, or with `num_workers=0`, nothing shows. GPU tensors cannot be pinned: `cannot pin
'torch.cuda.FloatTensor' only dense CPU tensors can be pinned`.

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
- A `collate_fn` of another file, and what a data set calls that stands in a third file.
- What a data set keeps on CUDA under an attribute that it sets again.
- A device that another file or the caller chooses: it may be the CPU.

## Fix safety
There is no automatic fix: the move belongs into the loop over the batches, which is often in another function or file.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.base.diagnostic import Level
from devlint.devices.facts.findings import Finding, Remark
from devlint.devices.facts.processes import InWorker
from devlint.devices.facts.wording import message
from devlint.forms.source_file import SourceFile
from devlint.rulebook import RuleMeta

META = RuleMeta(
    code="DEV503",
    name="cuda-in-worker",
    summary="a `DataLoader` worker uses CUDA, or a `DataLoader` with `pin_memory=True` gets CUDA tensors",
    level=Level.ERROR,
)


def check(fact: InWorker, file: SourceFile) -> Iterator[Finding]:
    """Report what a loader cannot have on CUDA."""
    how = "return CPU tensors and move the batch"
    level = Level.HINT if fact.shared or fact.loader is None else Level.ERROR
    if fact.shared:
        how = "keep it on the CPU"
        said = "{} holds what is on CUDA" if fact.abroad is not None else "{} is held by a data set"
        said += ", which `DataLoader` workers on Windows cannot share"
    elif fact.loader is None:
        said = "{} uses CUDA, which fails in the workers of a `DataLoader`"
    elif fact.held:
        how = "keep them on the CPU and move the batch"
        said = "`DataLoader` workers cannot use the GPU tensors of {}"
        said = "`pin_memory=True` accepts CPU tensors only, not the GPU tensors of {}" if fact.pinned else said
    elif fact.pinned:
        said = "{} is on CUDA but `pin_memory=True` needs CPU tensors"
    else:
        said = "{} uses CUDA in a forked `DataLoader` worker"
    notes = () if fact.loader is None else (Remark("the `DataLoader` is created here", fact.loader),)
    yield Finding(fact.at, message(file, said, fact.at, remedy=how), notes=notes, help=how, level=level)
