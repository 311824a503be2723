"""What Datasets does to devices: rows in the format of torch are on the CPU, unless a device is named.

Source: version 4.4, by calls on simulated GPUs.
"""

with module("datasets", "datasets.arrow_dataset"):

    class Rows:
        @classmethod
        def from_dict(cls, mapping) -> Rows: ...
        def with_format(self, type=None, columns=None, output_all_columns=False, *, device=None) -> (Dataset if device is None else Unknown) if type == "torch" else Unknown: ...
        def shuffle(self) -> Same[self]: ...

    @names("Dataset")
    class OfOneSplit(Rows): ...
