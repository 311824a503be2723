"""What skorch does to devices: a net brings its module and batches to its device, and results to the CPU as arrays.

Source: version 1.4, by calls on simulated GPUs.
"""

with module("skorch", "skorch.*"):

    @names("NeuralNet", "NeuralNetClassifier", "NeuralNetBinaryClassifier", "NeuralNetRegressor")
    class Net(At[device]):
        def __init__(self, module, *, device: Device = cpu): ...
        # read: called in tests/stubs/programs/skorch.py
        @names("fit", "partial_fit", "initialize")
        def trained(self) -> Same[self]: ...
        # read: called in tests/stubs/programs/skorch.py
        @names("predict", "predict_proba")
        def predict(self, X) -> Array: ...
        # read: it moves what it is given itself, called in tests/stubs/programs/skorch.py
        def infer(self, x) -> Tensor[self]: ...
        # read: made by `initialize`, called in tests/stubs/programs/skorch.py
        module_: Model[self]
