"""The parts of torch that the simulation replaces, a module each; ``devlint.simcuda.context`` installs them."""
