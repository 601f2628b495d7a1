"""The drawings of chapter 5: in each file those of one idea."""

from attncourse.drawing import drawings

globals().update(drawings(__name__))
