"""`TrackioLogger.log_video` turns the video into an array by `.numpy()`."""

from __future__ import annotations

import sys
from unittest.mock import MagicMock

import torch

from benchmarks.findings.finding import NUMPY, Finding
from benchmarks.findings.stand_in import stand_in

FINDING = Finding(
    package="torchrl",
    version="0.14.1",
    where="torchrl/record/loggers/trackio.py:105",
    rule="DEV107",
    what="`TrackioLogger.log_video` turns the video into an array by `.numpy()`.",
    raises=NUMPY,
)


def program(device: torch.device) -> None:
    stand_in("trackio")
    from torchrl.record.loggers.trackio import TrackioLogger

    logger = MagicMock(spec=TrackioLogger, video_fps=30, experiment=MagicMock())
    TrackioLogger.log_video(logger, "episode", torch.zeros(1, 2, 3, 4, 4, device=device))


if __name__ == "__main__":
    sys.exit(FINDING.confirm(program))
