"""What refutes the claims of chapter 8."""

from tests.attncourse.experiments.stored import put, put_value

REFUTED = {
    ("masked-captions", "shannon.mask"): [
        lambda stored: [
            one.update(both=[9.0]) for one in stored.samples["seen"]
        ]
    ],
    ("masked-captions", "shannon.bits"): [
        put("bits", "both", 6.0),
        put("bits", "both", 0.0),
    ],
    ("masked-captions", "shannon.game"): [
        lambda stored: stored.samples.update(game=stored.samples["game"][:1])
    ],
    ("masked-captions", "shannon.unmasked"): [
        put_value("unmasked_perplexity", 10.0)
    ],
    ("pretraining", "pretraining.opening"): [
        put("scores", "bleu", 27.0, way="scratch", pairs=1000)
    ],
    ("pretraining", "pretraining.by_pairs"): [
        put("scores", "bleu", 30.0, way="scratch", pairs=1000)
    ],
    ("pretraining", "pretraining.learning"): [
        put("epochs", "bleu", 12.0, way="scratch", pairs=1000, epoch=6)
    ],
    ("pretraining", "pretraining.order"): [
        put("scores", "bleu", 16.0, way="shuffled words", pairs=1000)
    ],
}
"""A result, a finding that is made of it, and changes that refute it."""
