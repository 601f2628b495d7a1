"""The models of chapter 6 in a page, and files of other kinds."""

ORDERED = ("chapter6/live/ordered.js", "ordered")
MODELS = [
    (
        ORDERED,
        "order-back-shaw",
        {
            ("ordered", "seq2seq"): "seq2seq shaw",
            ("shaw", "grid"): "ordered grid",
            ("true", "null"): "ordered shaw",
        },
    )
]
