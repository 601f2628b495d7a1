"""Each claim is refused when the numbers of its result are others."""

from operator import attrgetter

import pytest

from attnbook import findings
from attnbook.findings.one_vector import BEST
from tests.findings.toys import altered, only, put, put_sample, put_value

pytestmark = pytest.mark.long

FIRST, SECOND = "translate-en-fr-bahdanau", "translate-en-fr-seq2seq"
TRANSFORMER, SAME = "translate-en-fr-transformer", "bahdanau-same-tokens"
NEAREST = {"baseline": "nearest training sentence", "shortest": 9}
LATE = {"attention": "additive", "seed": 2}


def colours_back(stored):
    """A change: the model with one vector says what the reference says."""
    case = stored.samples["cases"][0]
    case["second"] = case["reference"]


def right_without(stored):
    """A change: one vector describes the opening scene, too."""
    case = stored.samples["cases"][0]
    case["none"]["text"] = case["caption"]


def other_dropouts(stored):
    """A change: the search tried the rates in another order."""
    stored.recipe["dropouts"].reverse()


def worst_last(stored):
    """A change: the cases by rank, the other way round."""
    stored.samples["cases"][1:] = stored.samples["cases"][:0:-1]


REFUTED = {
    ("align-phrases", "align.scores"): [
        put("scores", "all", 0.5, attention="additive"),
        put("scores", "all", 0.1, attention="linear"),
        put("scores", "all", 0.01, attention="dot"),
        put("references", "all", 0.05, model="diagonal"),
    ],
    ("bags-nine", "bags.accuracy"): [
        put("accuracy", "accuracy", 0.99, pool="mean", size=40)
    ],
    ("bags-nine", "bags.found"): [
        put("found", "found", 0.5, bags=1000, size=40, seed=1),
        put("found", "found", 0.1, bags=200),
        put("found", "found", 0.7, bags=200, pool="max"),
        put("found", "found", 1.0, bags=200, pool="max"),
    ],
    ("bags-nine", "bags.opening"): [
        put_sample("cases", 0, rank=3),
        put_sample("cases", 0, said={"mean": 0.9, "attention": 0.9}),
        put_sample("cases", 0, weights=[0.5] + [0.01] * 39),
    ],
    ("bags-nine", "bags.cases"): [
        put_sample("cases", 1, rank=999),
        put_sample("cases", 1, weights=[1.0] + [0.01] * 39),
    ],
    ("caption-scenes", "caption.scores"): [
        put("scores", "slots", 0.99, variant="blind")
    ],
    ("caption-scenes", "caption.difference"): [
        put("difference", "low", -0.1, things=3)
    ],
    ("caption-scenes", "caption.pointing"): [
        put("pointing", "share", 0.2, variant="attention")
    ],
    ("caption-scenes", "caption.crowded"): [
        put("by_things", "slots", 0.9, variant="attention-frozen")
    ],
    ("caption-scenes", "caption.opening"): [right_without],
    ("caption-scenes", "caption.cases"): [worst_last],
    ("compare-en-fr", "compare.opening"): [colours_back],
    ("compare-en-fr", "compare.cases"): [worst_last],
    ("compare-en-fr", "compare.beams"): [
        put("beams", "bleu", 30, width=5),
        put("beams", "bleu", 60, width=20),
    ],
    ("compare-en-fr", "compare.drift"): [
        put("drift", "found", 0.99, position=9),
        put("drift", "free", 0.5, position=14),
    ],
    ("compare-en-fr", "compare.by_length"): [
        put("baselines", "bleu", 50, **NEAREST)
    ],
    ("compare-en-fr", "compare.difference"): [
        put("difference", "low", -0.1, shortest=9),
        put("difference", "difference", 10, shortest=20),
    ],
    (SECOND, "compare.bleu"): [
        put_value("greedy_bleu", 20),
        put_value("bleu", 36),
    ],
    (SECOND, "compare.by_length"): [
        put("by_length", "bleu", 60, shortest=12),
        put("by_length", "bleu", 30, shortest=20),
    ],
    ("copy-transformer", "copying.by_length"): [
        put("accuracy", "free", 0.9, attention="sinusoidal", length=20),
        put("accuracy", "free", 0.3, attention="sinusoidal", length=60),
        put("accuracy", "free", 0.9, attention="sinusoidal", length=1000),
        put("accuracy", "free", 0.1, attention="random starts", length=1000),
        put("accuracy", "free", 1.0, attention="random starts", length=5),
    ],
    ("fair-en-fr", "fair.scores"): [
        put("models", "low", -0.1, model=FIRST),
        put("models", "low", 0.1, model=SAME),
        put("models", "greedy_bleu", 59.0, model=SAME),
        put("models", "parameters", 9_000_000, model=TRANSFORMER),
    ],
    ("fair-en-fr", "fair.difference"): [
        put("by_length", "low", 0.1, shortest=9)
    ],
    ("fair-en-fr", "fair.cases"): [worst_last],
    ("heads-en-fr", "heads.removed"): [
        put("heads", "loss", 0.2, kind="own", layer=1, head=1),
        put("layers", "loss", 0.01),
    ],
    ("heads-en-fr", "heads.agreement"): [
        put("heads", "agrees", 0.9, kind="cross"),
        put("heads", "agrees", 0.3, kind="cross", layer=2),
    ],
    ("heads-en-fr", "heads.maps"): [
        put("heads", "previous", 0.1, kind="encoder")
    ],
    ("length-cost", "lengths.time"): [
        put("cost", "seconds", 9.0, kind="gru", length=4096),
        put("cost", "seconds", 9.0, kind="block"),
    ],
    ("length-cost", "lengths.memory"): [
        put("cost", "bytes", 8e8, kind="fused", length=4096),
        put("cost", "bytes", 2.2e8, kind="explicit", length=4096),
    ],
    ("switches-model", "switches.scores"): [
        put("scores", "validation_bleu", 50.0, switch="as it is"),
        put("scores", "validation_bleu", 1.0, switch="no positions"),
    ],
    ("switches-training", "switches.training"): [
        put("scores", "validation_bleu", 30.0, switch="post"),
        put("scores", "validation_bleu", 1.0, switch="post"),
        put("scores", "validation_bleu", 1.0, switch="no warm-up"),
        put("scores", "validation_bleu", 30.0, switch="no dropout"),
    ],
    ("cache-speed", "speed.decoding"): [
        put("lengths", "ratio", 0.9, rows=1, length=16),
        put("lengths", "ratio", 2.0, rows=1, length=16),
        put("lengths", "ratio", 30.0, rows=1, length=256),
    ],
    ("training-speed", "speed.training"): [
        put("speed", "tokens", 9e3, way="torch.nn.Transformer", dropout=0.25),
        put("speed", "tokens", 1e4, way="torch.nn.Transformer", dropout=0.0),
        put("speed", "tokens", 5e3, way="ours, any length, all logits"),
    ],
    (SAME, "rivals.epochs"): [
        put("epochs", "validation", 1.0, epoch=60),
        put("epochs", "validation", 1.1, epoch=50),
    ],
    ("look-up", "look_up.by_width"): [
        put("accuracy", "accuracy", 0.99, kind="shared", width=2),
        put("accuracy", "accuracy", 0.9, kind="shared", width=32),
    ],
    ("copy-length", "memory.copy_by_length"): [
        put("accuracy", "forced", 0.5, length=5, seed=1),
        put("accuracy", "forced", 0.9, length=40, **LATE),
        put("accuracy", "forced", 0.3, length=1000, seed=3),
    ],
    ("copy-length", "memory.copy_running_free"): [
        put("accuracy", "free", 0.9, length=20, **LATE)
    ],
    ("recall-delay", "memory.recall_by_length"): [
        put("accuracy", "accuracy", 0.5, cell="lstm", length=10, seed=1)
    ],
    ("recall-delay", "memory.gate"): [
        put("accuracy", "accuracy", 0.1, gate_bias=3, length=100, seed=2)
    ],
    ("caption-one-vector", "one_vector.by_things"): [
        put("by_things", "slots", 0.99, variant=BEST, things=6),
        put("by_things", "slots", 0.5, variant=BEST, things=1),
    ],
    ("caption-one-vector", "one_vector.scores"): [
        put("scores", "slots", 0.99, variant=BEST),
        put("scores", "slots", 0.99, variant="flat-lent"),
    ],
    ("caption-one-vector", "one_vector.probe"): [put("probe", "kinds", 0.5)],
    ("calculator", "order_models.calculator"): [
        put_sample("sequences", 94, said=[0, 0, 0]),
        put_sample("sequences", 194, said=[0, 0, 0]),
    ],
    ("positions", "positions.comparison"): [
        put("accuracy", "accuracy", 0.9, kind="rotary", size=256),
        put("accuracy", "accuracy", 0.7, kind="shaw", question="latest"),
        put("accuracy", "accuracy", 0.5, kind="sinusoidal", size=64),
        put("accuracy", "accuracy", 0.5, kind="learned, random starts"),
        put("accuracy", "accuracy", 0.8, kind="learned", question="fifth"),
        put("accuracy", "accuracy", 0.2, kind="alibi", question="fifth"),
        put("accuracy", "accuracy", 0.5, kind="alibi", question="back"),
        put("accuracy", "accuracy", 0.5, kind="alibi", question="latest"),
        put("accuracy", "accuracy", 0.5, kind="rotary", size=128),
        put("accuracy", "accuracy", 0.5, kind="none", question="latest"),
    ],
    ("positions-grid", "positions.grids"): [
        put("accuracy", "accuracy", 0.9, kind="conditional", size=16),
        put("accuracy", "accuracy", 0.9, kind="learned, no mask"),
        put("accuracy", "accuracy", 0.9, kind="grid", question="corner"),
    ],
    ("relations", "relations.by_heads"): [
        put("accuracy", "accuracy", 0.9, kind="rows"),
        put("accuracy", "accuracy", 0.9, kind="1 head"),
        put("accuracy", "accuracy", 0.9, kind="1 head", questions=2),
        put("accuracy", "accuracy", 0.9, kind="2 heads"),
        put("accuracy", "accuracy", 0.9, kind="1 head, ReLU"),
    ],
    ("relations", "relations.opening"): [
        put("accuracy", "accuracy", 0.9, kind="rows")
    ],
    ("relations", "relations.apart"): [
        put("apart", "worse", 0.9, kind="1 head"),
        put("apart", "better", 0.7, kind="1 head"),
        put("apart", "larger", 0.9, kind="1 head"),
        put("apart", "smaller", 0.6, kind="1 head, ReLU"),
        put("apart", "larger", 0.5, kind="2 heads"),
    ],
    ("lm-captions", "language.perplexity"): [put_value("perplexity", 30.0)],
    ("lm-captions", "language.samples"): [
        lambda stored: stored.recipe["cuts"].pop()
    ],
    ("masked-captions", "shannon.bits"): [
        put("bits", "both", 6.0),
        put("bits", "both", 0.0),
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
    ],
    ("vit-digits", "digits.accuracy"): [put_value("accuracy", 0.9)],
    ("vit-digits-none", "digits.accuracy"): [
        put_value("accuracy", 0.4),
        put_value("accuracy", 0.9),
    ],
    ("vision-digits", "vision.opening"): [
        put("scores", "test", 0.9, kind="ViT", images=50, shuffled=False),
        put_sample("examples", 0, CNN=[0, 1]),
    ],
    ("vision-digits-plain", "vision.augmented"): [
        put("scores", "test", 0.99, kind="ViT")
    ],
    ("vision-digits", "vision.augmented"): [
        put("scores", "test", 0.95, kind="ViT", images=50, shuffled=False)
    ],
    ("vision-cifar", "vision.photographs"): [
        put("scores", "test", 0.8, kind="ViT", shuffled=False),
        put("scores", "test", 0.9, kind="CNN", shuffled=True),
        put("scores", "test", 0.2, kind="CNN", shuffled=True),
        put("scores", "test", 0.2, kind="ViT", shuffled=True),
    ],
    ("vision-cifar", "vision.photographs_fitted"): [
        put("scores", "train", 0.1, kind="CNN", shuffled=False)
    ],
    ("vision-cifar", "vision.distances"): [
        put("distances", "distance", 1.0, images=500, layer=1)
    ],
    ("vision-cifar-masked", "masked_patches.gain"): [
        put("scores", "test", 0.2),
        put("scores", "test", 0.95),
    ],
    ("vit-cifar", "photographs.accuracy"): [
        put("epochs", "validation", 9.0, epoch=24)
    ],
    ("vit-speed", "vit_speed.training"): [
        put("speed", "images", 1.0, way="ours")
    ],
    ("vision-digits", "vision.digits"): [
        put("scores", "test", 0.8, kind="ViT", images=50, shuffled=False),
        put("scores", "test", 0.99, kind="CNN", shuffled=True, images=400),
        put("scores", "test", 0.1, kind="ViT", images=400, shuffled=True),
    ],
    ("vision-digits", "vision.fitted"): [
        put("scores", "train", 0.9, kind="ViT", images=50)
    ],
    ("vision-digits", "vision.moved"): [
        put("scores", "moved", 0.9, kind="CNN", images=100)
    ],
    ("vision-twins", "vision.far_apart"): [
        put("scores", "test", 0.7, kind="CNN"),
        put("scores", "test", 0.6, kind="ViT"),
    ],
    ("vit-scenes", "vit_scenes.pointing"): [
        put("pointing", "share", 0.6, map="rollout", trained=True),
        put("pointing", "share", 0.2, map="rollout", trained=False),
    ],
    ("vit-scenes", "vit_scenes.cases"): [put_sample("cases", 0, hit=True)],
    (FIRST, "translate.search"): [
        put_value("dropout", 0.3),
        put_value("parameters", 3_000_000),
        other_dropouts,
        lambda stored: stored.recipe.update(smoothing=0.2),
    ],
    (FIRST, "translate.swap"): [only(4)],
    (FIRST, "translate.in_order"): [only(0)],
    (FIRST, "translate.explorer"): [
        put_sample("alignments", 0, source=["a", "[stop]"])
    ],
    (FIRST, "translate.live"): [put_sample("alignments", 0, source=["a"])],
}
"""A result, a finding that is made of it, and changes that refute it."""


@pytest.mark.parametrize(
    ("result", "finding", "change"),
    [(*key, change) for key, changes in REFUTED.items() for change in changes],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, result, finding, change
):
    altered(monkeypatch, result, change)
    with pytest.raises(AssertionError, match=r"\w"):
        attrgetter(finding)(findings)()
