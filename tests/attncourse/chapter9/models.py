"""The models of chapter 9 in a page, and files of other kinds."""

VIT = ("chapter9/live/vit.js", "vit")
MODELS = [
    (
        VIT,
        "vit-digits",
        {
            ('"vit"', '"vjt"'): "vjt, patches",
            ("patches\\", "stemsss\\"): "vit, stemsss",
        },
    )
]
