"""`NetworkMonitor` without a `time` joins what it has recorded on the CPU with what the network has on the GPU."""

from __future__ import annotations

import sys

import torch

from benchmarks.findings.finding import SIMULATED, Finding

FINDING = Finding(
    package="bindsnet",
    version="0.3.4",
    where="bindsnet/network/monitors.py:235",
    rule=SIMULATED,
    what="`NetworkMonitor` without a `time` joins what it has recorded on the CPU with what the network has on "
    "the GPU.",
)


def program(device: torch.device) -> None:
    from bindsnet.network import Network
    from bindsnet.network.monitors import NetworkMonitor
    from bindsnet.network.nodes import Input

    network = Network()
    network.add_layer(Input(4), name="input")
    network.add_monitor(NetworkMonitor(network, state_vars=["s"]), name="monitor")
    network.to(device)
    network.run({"input": torch.ones(5, 1, 4, device=device)}, time=5)


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
