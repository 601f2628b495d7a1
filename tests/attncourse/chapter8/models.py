"""The model of chapter 8 in a page, and files of other kinds."""

LANGUAGE = ("chapter8/live/language_model.js", "language")
MODELS = [
    (
        LANGUAGE,
        "lm-captions",
        {
            ('"language"', '"languagf"'): "languagf, causal: true",
            ('causal\\": true', 'causal\\": null'): "language, causal: null",
        },
    )
]
