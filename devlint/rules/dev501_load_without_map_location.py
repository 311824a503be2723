"""A checkpoint read without saying onto which device.

## What it does
Reports `torch.load(...)` without `map_location`.

## Why it is bad
Without it every tensor goes back to the device it was saved from. On a machine without that device the load raises
`Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False`, or `... on CUDA device 1
but torch.cuda.device_count() is 1`. On a machine that has it, the tensors take its memory, and if several processes
load, they all do so on one GPU, though each then copies the weights elsewhere.

## Example
```python
model.load_state_dict(torch.load(path))
```

## Use instead
```python
model.load_state_dict(torch.load(path, map_location="cpu"))
```

`load_state_dict` copies each value to the device of the parameter, so `"cpu"` costs nothing and works everywhere.

## Not reported
- A `map_location` of any kind, by keyword or as the second argument, also one handed through from the caller.
- Keywords that cannot be seen (`torch.load(path, **kwargs)`).
- What the same function has just written, from the host or into memory: it comes back to where it was. So does what
  another object was given the model for, and the folder, before the model is restored from there.
- What the same class writes, or the same function under the same name, where that is not the state of a module or an
  optimizer, and not given to `load_state_dict`: counters, options, caches. A helper that is called
  like one that saves writes, too (`save_on_master(value, path)`).
- A file called after what has no tensors on a device: a scheduler, a scaler, the states of random generators, a
  vocabulary, a configuration.
- What the same class writes after it has brought something to the host, the state of a module included.
- What a data set, or a data module, reads, by itself or by a function or a base that only data sets use, and what is
  read in a folder called `datasets`: it was prepared on the host.
- A file that comes with the code (`Path(__file__).parent / "weights.pt"`), also where it is the default.
- A branch in which there is a GPU for certain.
- Other functions called `load`: of `json`, `pickle`, `numpy`, `torch.jit`, of the project itself.

## Fix safety
There is no automatic fix yet. Where the result goes straight to `load_state_dict`, adding `map_location="cpu"` is
safe; elsewhere it changes on which device the program goes on.
"""

from __future__ import annotations

from collections.abc import Iterator

from devlint.devices.facts.operations import Finding
from devlint.devices.facts.processes import Loaded
from devlint.forms.code import Code
from devlint.rulebook import RuleMeta, Status

META = RuleMeta(
    code="DEV501",
    name="load-without-map-location",
    summary="a checkpoint is read without `map_location`",
    status=Status.PREVIEW,
)


def check(fact: Loaded, code: Code) -> Iterator[Finding]:
    """Report a load that goes back to the device the file was saved from."""
    yield Finding(
        fact.at,
        "without `map_location` every tensor goes back to the device it was saved from",
        help='pass `map_location="cpu"`, or the device to go on with',
    )
