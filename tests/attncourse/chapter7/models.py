"""The model of chapter 7 in a page, and files of other kinds."""

TRANSFORMER = ("live/shared/transformer.js", "transformer")
MODELS = [
    (
        TRANSFORMER,
        "translate-en-fr-transformer",
        {
            ('\\"pre\\"', '\\"per\\"'): "transformer per",
            ("transformer", "transformed"): "transformed pre",
            (
                '\\"tied\\": true',
                '\\"tied\\": null',
            ): "transformer pre layer true true",
        },
    )
]
