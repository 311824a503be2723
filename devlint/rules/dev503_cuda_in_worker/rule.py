"""CUDA is used in the worker processes of a data loader.

## What it does
In a file that makes a `DataLoader` with `num_workers`, reports what the workers run, and puts something on CUDA:
`.cuda()`, `.to("cuda")`, `device="cuda"`, or a device that the file chooses (`"cuda" if torch.cuda.is_available() else
"cpu"`), in `__getitem__` or `__iter__` of the data set, in the function that collates, and in what these call; and an
attribute that the data set has put on CUDA when it was built, where they read it. A `TensorDataset` whose tensors the
code has put on an accelerator is reported where it is given to the loader. With `pin_memory=True`, all of that is
reported without workers, too.

## Why it is bad
Workers are forked, and a forked process cannot use the CUDA of its parent: `Cannot re-initialize CUDA in forked
subprocess`. Where the parent has not used CUDA yet, each worker starts one of its own and keeps memory of the GPU for
it. On a machine without a GPU, or with `num_workers=0`, nothing of that shows. What is on a GPU already cannot be
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
- Loaders without workers and pinned memory, and those whose number of workers is 0 by default in the file;
- files that speak of `spawn` or `forkserver`: such processes can use CUDA;
- what a function does that asks for `get_worker_info()`;
- a data set or a collating function of another file;
- a device that is chosen elsewhere: it may be the CPU.

## Fix safety
There is no automatic fix: the move belongs to where the batches are used.
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
    summary="a worker process of a data loader uses CUDA",
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
