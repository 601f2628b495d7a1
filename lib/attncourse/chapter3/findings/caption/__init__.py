"""Captions of scenes: what captioners said, and where they looked."""

from attncourse.chapter3.findings.caption.attention_maps import pointing
from attncourse.chapter3.findings.caption.examples import live

__all__ = ["live", "pointing"]
