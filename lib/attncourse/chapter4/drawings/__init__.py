"""The drawings of chapter 4: in each file those of one idea."""

from attncourse.drawing import drawings

globals().update(drawings(__name__))
