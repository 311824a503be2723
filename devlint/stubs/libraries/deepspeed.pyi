"""What DeepSpeed does to devices: an engine is on the current GPU, and takes what is there.

Source: version 0.19, by the programs in tests/stubs/programs on simulated GPUs and its source.
"""

# read: an engine starts a process group, which other samples would meet
with module("deepspeed.runtime.engine"):

    class DeepSpeedEngine(Model[cuda]):
        device: Device[self]
        local_rank: Device[self]

# read: as above
with module("deepspeed.inference.engine"):

    class InferenceEngine(Model[cuda]): ...

# read: as above
with module("deepspeed"):

    def initialize(args=None, model: Moved[cuda] = None) -> tuple[DeepSpeedEngine, Unknown, Unknown, Unknown]: ...
    def init_inference(model: Moved[cuda]) -> InferenceEngine: ...
