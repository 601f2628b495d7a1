"""The models of chapters 1 and 2 in a page, and files of other kinds."""

SEQ2SEQ = ("live/shared/seq2seq.js", "seq2seq")
MODELS = [
    (
        SEQ2SEQ,
        "translate-en-fr-bahdanau",
        {
            ('"gru\\"', '"gri\\"'): "gri additive true bahdanau",
            ("additive", "addition"): "gru addition true bahdanau",
        },
    )
]
