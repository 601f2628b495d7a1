"""Chapter 3: image captioning with attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "attention to an image"
PARTS = ((220, 172, 146, 28, "attention to an image", "value"),)

# on the first page: what it asks, and the figure of the short path
QUESTION = "Can it describe an image, and does it look at what it names?"
SHORT = "live-run", "Place things for a captioner, and see where it looks"
