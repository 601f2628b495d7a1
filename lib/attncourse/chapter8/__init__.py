"""Chapter 8: pretraining and fine-tuning."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "pretraining of the whole"
PARTS = ()  # the whole

# the terms that it introduces
IDEAS = (
    *("pretraining", "causal model", "masked model", "prefix", "bits"),
    *("pseudo-perplexity", "denoising", "monolingual", "fine-tuning"),
    *("control", "LoRA", "rank"),
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "How many labelled examples does reading save, and how?"
SHORT = "mask", "Choose what each word may see, and what it then costs"
