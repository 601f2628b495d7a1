"""The recipes of chapter 3."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "caption-scenes": Entry(
        "caption:CAPTION", "captioners of scenes, with attention and without"
    ),
    "caption-one-vector": Entry(
        "one_vector:ONE_VECTOR",
        "captioners that read one vector, with a better network and pooled",
        "both models caption-scenes",
    ),
    "caption-folder": Entry(
        "folder:FOLDER",
        "a captioner of your own images",
        "a folder of images with captions",
        shipped=False,
    ),
}
