"""The drawings of chapter 10: in each file those of one idea."""

from attncourse.drawing import drawings

globals().update(drawings(__name__))
