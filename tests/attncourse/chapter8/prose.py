"""Numbers that stand in sentences about chapter 8: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/08_pretraining.ipynb"
FEW = recipes.load("pretraining")
PRETRAINED, MASKED = map(results.load, (FEW.name, "masked-captions"))
UPDATES = max(PRETRAINED.table("scores").column("before"))


def tuned(column: str, pairs: int, *ways: str) -> list[float]:
    """What ways to begin come to, trained until they get no better."""
    rows = PRETRAINED.table("scores").where(pairs=pairs, until="converged")
    return [rows.where(way=way).mean(column) for way in ways]


def ahead(pairs: int, way: str, other: str) -> float:
    """By how much BLEU one way is better than another."""
    ours, theirs = tuned("bleu", pairs, way, other)
    return ours - theirs


def gained(way: str, of: str) -> float:
    """Which share of the gain of pretraining a way reaches, with one seed."""
    rows = PRETRAINED.table("scores")
    rows = rows.where(pairs=FEW.parts[0], seed=1, until="converged")
    whole, ours, none = (
        rows.where(way=name).mean(of) for name in ("pretrained", way, "scratch")
    )
    return (ours - none) / (whole - none)


SENTENCES = [
    (
        PAGE,
        "gives a *pseudo-perplexity* of {:.0f}, as if the model chose among",
        MASKED.value("pseudo_perplexity"),
    ),
    (
        PAGE,
        "one hidden word in each of {} test captions",
        len(MASKED.tables["bits"]),
    ),
    (
        PAGE,
        "({} blocks, width {}), trained on the",
        recipes.load("lm-captions").model.layers,
        recipes.load("lm-captions").model.width,
    ),
    (
        PAGE,
        "A Transformer of {} + {} blocks and width {}",
        *(FEW.model.encoder_layers, FEW.model.decoder_layers),
        FEW.model.width,
    ),
    (
        PAGE,
        "brings the translator from {:.0f} to {:.0f} BLEU",
        *tuned("bleu", 1000, "scratch", "pretrained"),
    ),
    (
        PAGE,
        "{:.1f} BLEU instead of {:.1f}",
        *tuned("bleu", 1000, "shuffled words", "pretrained"),
    ),
    (
        PAGE,
        "With 1,000 pairs it is worth {:.1f} points",
        ahead(1000, "pretrained", "shuffled words"),
    ),
    (
        PAGE,
        "the shuffled texts are {:.1f} points ahead",
        ahead(10_000, "shuffled words", "pretrained"),
    ),
    (
        PAGE,
        "is {:.1f} nats per token after whole texts and {:.1f} after shuffled "
        "ones, from scratch {:.1f}",
        *tuned("validation_loss", 100, "pretrained", "shuffled words"),
        *tuned("validation_loss", 100, "scratch"),
    ),
    (
        PAGE,
        "By the validation loss you are right: {:.2f}, between {:.2f} and "
        "{:.2f}",
        *tuned("validation_loss", 1000, "shuffled words", "scratch"),
        *tuned("validation_loss", 1000, "pretrained"),
    ),
    (
        PAGE,
        "reaches {:.0f} % of the gain in BLEU, and {:.0f} % of that in the "
        "validation loss",
        *(100 * gained("LoRA", of) for of in ("bleu", "validation_loss")),
    ),
    (
        PAGE,
        "{:,} single texts for {word} epochs, which are {:,} updates",
        PRETRAINED.value("english") + PRETRAINED.value("french"),
        FEW.pretrain.epochs,
        UPDATES,
    ),
    (
        PAGE,
        "with a frozen encoder the translator has {:.1f} BLEU, with a frozen "
        "decoder {:.1f}",
        *tuned("bleu", 1000, "encoder frozen", "decoder frozen"),
    ),
    (PAGE, "so we count updates: {:,} for each", UPDATES + FEW.after),
    (PAGE, "After {} updates of fine-tuning", FEW.short[1]),
]
