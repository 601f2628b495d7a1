"""The drawings of chapter 4."""

from attnbook.show.diagrams.chapter4.bag import bag
from attnbook.show.diagrams.chapter4.kernels import kernels
from attnbook.show.diagrams.chapter4.layer import layer
from attnbook.show.diagrams.chapter4.look_up import asked, look_up
from attnbook.show.diagrams.chapter4.read import by_hand, soft_dictionary
from attnbook.show.diagrams.chapter4.unfold import unfold

__all__ = [
    "asked",
    "bag",
    "by_hand",
    "kernels",
    "layer",
    "look_up",
    "soft_dictionary",
    "unfold",
]
