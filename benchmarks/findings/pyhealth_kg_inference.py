"""`inference` of the knowledge graph models looks up their embeddings by indices that it makes on the CPU (357, 360,
367, 368, 371 and 381 to 383 too).
"""

from __future__ import annotations

import sys
from types import SimpleNamespace

import torch

from benchmarks.findings.finding import Finding

FINDING = Finding(
    package="pyhealth",
    version="1.1.6",
    where="pyhealth/medcode/pretrained_embeddings/kg_emb/models/kg_base.py:356",
    rule="DEV102",
    what=(
        "`inference` of the knowledge graph models looks up their embeddings by indices that it makes on the CPU"
        " (357, 360, 367, 368, 371 and 381 to 383 too)."
    ),
)


def program(device: torch.device) -> None:
    from pyhealth.medcode.pretrained_embeddings.kg_emb.models.kg_base import KGEBaseModel

    model = KGEBaseModel(SimpleNamespace(entity_num=4, relation_num=2), e_dim=3, r_dim=3)
    model.calc = lambda head, relation, tail, mode: (head + relation - tail).sum(dim=-1)
    model.to(device).inference(relation=[1], tail=[2])


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
