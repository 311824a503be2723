"""The fixture harness: what a rule says and what the program does, read from the same file.

    def bad_mask_made_beside_a_cuda_weight():
        weight = torch.ones(3, 3, device="cuda")
        mask = torch.ones(3, 3)  # DEV101: 12
        return weight * mask  # raises: Expected all tensors to be on the same device

``marks`` reads the comments, ``exercise`` runs a function on a machine and says what happened, ``evidence`` keeps
what happened on real hardware. ``tests/fixture_inputs.py`` says what a parameter's name stands for.
"""

from pathlib import Path

from devlint.flow import evaluator

COMPILED = Path(evaluator.__file__).suffix != ".py"
"""Whether the evaluator under test is compiled (``tools/compiled.py``): nothing can be derived from its classes."""
