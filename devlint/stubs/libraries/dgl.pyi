"""What DGL does to devices: a graph holds features where it is, and layers are made on the CPU.

Source: version 1.1, by calls on graphs of the CPU, and its source.
"""

with module("dgl", "dgl.heterograph"):

    class DGLGraph(At[cpu]):
        # read: this needs a DGL with CUDA; it gives another graph
        def to(self, device: Device) -> DGLGraph[device]: ...
        # read: this needs a DGL with CUDA
        def cpu(self) -> DGLGraph[cpu]: ...
        def in_degrees(self) -> Tensor[self]: ...
        def out_degrees(self) -> Tensor[self]: ...
        def edges(self) -> tuple[Tensor[self], Tensor[self]]: ...
        def nodes(self) -> Tensor[self]: ...
        device: Device[self]

with module("dgl", "dgl.convert"):

    # the edges are tensors or lists, which say where the graph is
    def graph(data: Batch, *, device: Device = data) -> DGLGraph[device]: ...

with module("dgl.nn", "dgl.nn.pytorch", "dgl.nn.pytorch.*"):

    @names("GraphConv", "SAGEConv", "GATConv", "GATv2Conv", "TAGConv", "SGConv", "ChebConv", "GatedGraphConv")
    class Layer(Module[default]):
        def __init__(self, in_feats): ...
        # read: a graph on a GPU needs a DGL with CUDA
        def __call__(self, graph: Model[self], feat: Tensor[self]) -> Tensor[self]: ...
