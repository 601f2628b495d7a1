"""The recipes of chapter 3."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "caption-scenes": Entry(
        "caption:CAPTION", "captioners of scenes, with attention and without"
    ),
    "caption-objects": Entry(
        "objects:OBJECTS",
        "attention and one vector, by number of objects, until they stop",
        "the model caption-scenes-attention",
    ),
    "caption-folder": Entry(
        "folder:FOLDER",
        "a captioner of your own images",
        "a folder of images with captions",
        shipped=False,
    ),
}
