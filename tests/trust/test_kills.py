"""A run that is killed while it writes the cache leaves nothing behind that another one would believe wrongly."""

from __future__ import annotations

import sys

import pytest

from tests.trust.kills import kills


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the runs are forked and killed as a group")
def test_what_a_killed_run_leaves_changes_no_result() -> None:
    came = list(kills(8, seed=1, files=8))
    assert "differs" not in came and "killed" in came
