"""Chapter 9: the Vision Transformer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "patches of an image instead of words"
PARTS = ((108, 266, 72, 26, "patches", "encoder"),)

# the terms that it introduces
IDEAS = (
    *("Vision Transformer", "filters", "inductive bias", "patches", "stride"),
    *("class token", "head", "augmentation", "locality"),
    *("translation equivariance", "attention rollout"),
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What does a model assume about images, and what is that worth?"
SHORT = "live-run", "Draw a digit, cut it into patches, shuffle them"
