"""Chapter 3: image captioning with attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "attention to an image"
PARTS = ((220, 172, 146, 28, "attention to an image", "value"),)

# the terms that it introduces
IDEAS = (
    "scenes",
    "cells",
    "features",
    "convolutional network",
    "stride",
    "multilayer perceptron",
    "flattened grid",
    "pooling",
    "attribute accuracy",
    "image-agnostic",
    "pointing game",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "Can it describe an image, and does it look at what it names?"
SHORT = "live-run", "Place objects for a captioner, and see where it looks"
