"""The models of chapter 3 in a page, and files of other kinds."""

CAPTIONER = ("chapter3/live/captioner_model.js", "captioner")
MODELS = [
    (
        CAPTIONER,
        "caption-scenes-attention",
        {
            ('"captioner"', '"captainer"'): "captainer additive",
            ("additive", "addition"): "captioner addition",
        },
    )
]
