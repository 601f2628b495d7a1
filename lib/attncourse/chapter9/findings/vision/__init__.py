"""What inductive bias is worth: a Vision Transformer and a convolutional
network of one size, over the number of images.
"""

from attncourse.chapter9.findings.vision.handwriting import (
    augmented,
    digits,
    far_apart,
    fitted,
    opening,
)
from attncourse.chapter9.findings.vision.photographs import (
    assumptions,
    photographs,
)

__all__ = [
    "assumptions",
    "augmented",
    "digits",
    "far_apart",
    "fitted",
    "opening",
    "photographs",
]
