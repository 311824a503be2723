"""Samples of Opacus: that an engine can be made, since what it gives are wrappers."""

from __future__ import annotations

from tests.stubs.sample import Sample

SAMPLES = [Sample("opacus.PrivacyEngine", lambda device: {})]
