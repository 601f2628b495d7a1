"""What tests of checks may ask for."""

import pytest

from attncourse.checks.diagnosis.diagnosis import Diagnosis


@pytest.fixture
def undiagnosed(monkeypatch):
    """Answers are judged, and nobody asks what is wrong: that takes time."""
    monkeypatch.setattr(Diagnosis, "lines", lambda *_: ["wrong"])
