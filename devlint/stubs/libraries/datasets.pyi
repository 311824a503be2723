"""What Datasets does to devices: rows in the format of torch are on the CPU, unless a device is named.

Source: version 5.2, by calls on simulated GPUs.
"""

with module("datasets", "datasets.arrow_dataset"):

    class _Rows:
        @classmethod
        def from_dict(cls, mapping) -> _Rows: ...
        def with_format(self, type=None, columns=None, output_all_columns=False, *, device=None) -> (Dataset if device is None else Unknown) if type == "torch" else Unknown: ...
        # read: another Dataset, of the same rows in the same format
        def shuffle(self) -> Same[self]: ...

    @names("Dataset")
    class OfOneSplit(_Rows): ...
