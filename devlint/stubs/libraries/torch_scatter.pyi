"""What torch_scatter needs in one place. Source: its source (it is compiled against each torch)."""

# read: compiled against another torch
with module("torch_scatter"):

    @names("scatter", "scatter_add", "scatter_sum", "scatter_mean", "scatter_max", "scatter_min", "scatter_mul",
           "scatter_softmax", "gather_csr", "segment_csr")
    def scatter(src: Tensor, index: Tensor[src]) -> Tensor[src]: ...
