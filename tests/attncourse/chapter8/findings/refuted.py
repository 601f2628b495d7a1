"""What refutes the claims of chapter 8."""

from tests.attncourse.experiments.stored import put, put_value

REFUTED = {
    ("lm-captions", "language.perplexity"): [put_value("perplexity", 30.0)],
    ("lm-captions", "language.samples"): [
        lambda stored: stored.recipe["cuts"].pop()
    ],
    ("masked-captions", "shannon.bits"): [
        put("bits", "both", 6.0),
        put("bits", "both", 0.0),
    ],
    ("masked-captions", "shannon.game"): [
        lambda stored: stored.samples.update(game=stored.samples["game"][:1])
    ],
    ("masked-captions", "shannon.cases"): [
        put("bits", "both", 0.0),
        put("bits", "both", 20.0),
    ],
    ("masked-captions", "shannon.unmasked"): [
        put_value("unmasked_perplexity", 10.0)
    ],
    ("pretraining", "pretraining.converged"): [
        put("scores", "bleu", 30.0, way="scratch", pairs=1000),
        put("scores", "bleu", 5.0, way="shuffled words", pairs=1000),
        put("scores", "bleu", 26.0, way="shuffled words", pairs=1000),
        put("scores", "bleu", 44.0, way="shuffled words", pairs=10_000),
    ],
    ("pretraining", "pretraining.opening"): [
        put("scores", "bleu", 25.0, way="scratch", pairs=1000)
    ],
    ("pretraining", "pretraining.order"): [
        put("scores", "bleu", 8.0, way="shuffled words", pairs=300),
        put("scores", "validation_loss", 2.8, way="shuffled words", pairs=1000),
    ],
    ("pretraining", "pretraining.equal_time"): [
        put("scores", "bleu", 30.0, way="scratch", pairs=1000),
        put("scores", "bleu", 33.0, way="scratch", pairs=10_000),
    ],
    ("pretraining", "pretraining.cut_short"): [
        put("scores", "bleu", 12.0, until="cut short")
    ],
    ("pretraining", "pretraining.parts"): [
        put("scores", "bleu", score, way=way)
        for way, score in (
            ("embeddings alone", 24.0),
            ("LoRA", 24.0),
            ("decoder frozen", 20.0),
            ("scratch, more dropout", 16.0),
        )
    ]
    + [
        put("scores", "validation_loss", loss, way=way)
        for way, loss in (("LoRA", 3.0), ("embeddings alone", 3.3))
    ],
    ("pretraining", "pretraining.cases"): [
        lambda stored: [
            one.update(texts=[""] * len(one["texts"]))
            for one in stored.samples["hypotheses"]
            if one["way"] == "pretrained"
        ]
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
