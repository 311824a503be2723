"""`CSRMNodes` makes its kernel of `torch.arange(...)` on the CPU whenever the size of the batch changes."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="bindsnet",
    version="0.3.4",
    where="bindsnet/network/nodes.py:1559",
    rule="DEV102",
    what="`CSRMNodes` makes its kernel of `torch.arange(...)` on the CPU whenever the size of the batch changes.",
)


def program(device: torch.device) -> None:
    from bindsnet.network import Network
    from bindsnet.network.nodes import CSRMNodes, Input
    from bindsnet.network.topology import Connection

    layers = {"input": Input(4, traces=True), "output": CSRMNodes(3, traces=True)}
    network = Network()
    for name, layer in layers.items():
        network.add_layer(layer, name=name)
    connection = Connection(*layers.values())
    network.add_connection(connection, source="input", target="output")
    network.to(device)
    network.run({"input": torch.ones(5, 2, 4, device=device)}, time=5)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
