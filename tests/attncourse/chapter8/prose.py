"""Numbers that stand in sentences about chapter 8: a page, a sentence with
gaps, and what stands in each.
"""

import torch

from attnbook.models import language_model
from attnbook.models.gpt2 import GPT2
from attncourse.experiments import recipes, results

PAGE = "chapters/08_pretraining.ipynb"
FEW = recipes.load("pretraining")
PRETRAINED, MASKED = map(results.load, (FEW.name, "masked-captions"))
GAINS = [row["left"] - row["both"] for row in MASKED.table("bits").rows]
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


def kept(of: str, pairs: int = 1000) -> float:
    """How much of the gain shuffled words keep, in percent."""
    none, ours, whole = tuned(of, pairs, "scratch", "shuffled words", TUNED)
    return 100 * (ours - none) / (whole - none)


def public() -> float:
    """Parameters of the smallest GPT-2, in millions."""
    sizes = language_model.Config(50_257, 768, 12, 4 * 768, 12, pad=50_256)
    with torch.device("meta"):
        model = GPT2(sizes, 1024, 1e-5)
    return sum(p.numel() for p in model.parameters()) / 1e6


TUNED = "pretrained"
KEPT = kept("bleu"), kept("validation_loss")
CLAIMS, INTERVIEW = "book/claims.md", "book/interview.md"

SENTENCES = [
    (
        PAGE,
        "gives a *pseudo-perplexity* of {:.0f}, as if the model chose among",
        MASKED.value("pseudo_perplexity"),
    ),
    (
        PAGE,
        "ours was trained {word} times as long",
        MASKED.recipe["epochs"] // MASKED.recipe["base"]["settings"]["epochs"],
    ),
    (PAGE, "are worth about {:.1f} bits here", sum(GAINS) / len(GAINS)),
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
        "With 1,000 pairs it is worth {:.1f} BLEU",
        ahead(1000, "pretrained", "shuffled words"),
    ),
    (
        PAGE,
        "the shuffled texts are {:.1f} BLEU ahead",
        ahead(10_000, "shuffled words", "pretrained"),
    ),
    (
        PAGE,
        "had {:.0f}% of the gain in BLEU, and {:.0f}% of the gain in the "
        "validation loss. Without the control",
        *KEPT,
    ),
    (
        PAGE,
        "with 1,000 pairs, {:.0f}% of the gain in BLEU survives when the words "
        "of the texts are shuffled, and {:.0f}% of the gain in the validation "
        "loss",
        *KEPT,
    ),
    (
        CLAIMS,
        "of that gain {:.0f}% remains by BLEU when the words of the texts are "
        "shuffled, and {:.0f}% by the validation loss",
        *KEPT,
    ),
    (
        INTERVIEW,
        "{:.0f}% of the gain in BLEU and {:.0f}% of that in the validation "
        "loss were there after pretraining on shuffled words",
        *KEPT,
    ),
    (
        PAGE,
        "reaches {:.0f}% of the gain in BLEU, and {:.0f}% of the gain in the "
        "validation loss",
        *(100 * gained("LoRA", of) for of in ("bleu", "validation_loss")),
    ),
    (
        PAGE,
        "The embeddings alone bring {:.0f}% of the gain in BLEU, and {:.0f}% "
        "of the gain in the validation loss",
        *(
            100 * gained("embeddings alone", of)
            for of in ("bleu", "validation_loss")
        ),
    ),
    (
        PAGE,
        "trains {:.0f}% of the parameters",
        100 * tuned("learn", 1000, "LoRA")[0] / PRETRAINED.value("parameters"),
    ),
    (PAGE, "Its smallest version has {:.0f} million parameters", public()),
    (
        PAGE,
        "Our language model has {:.1f} million parameters",
        results.load("lm-captions").value("parameters") / 1e6,
    ),
    (
        PAGE,
        "{:,} monolingual texts for {word} epochs ({:,} updates)",
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
    (
        PAGE,
        "so we can count updates: at most {:,} for each",
        UPDATES + FEW.after,
    ),
    (PAGE, "After at most {} updates of fine-tuning", FEW.short[1]),
    (
        PAGE,
        "in {} of the {} captions it is",
        *(sum(gain <= 0 for gain in GAINS), len(GAINS)),
    ),
    (
        PAGE,
        "the pretrained model is ahead ({:.2f} against {:.2f})",
        *(
            PRETRAINED.table("scores")
            .where(pairs=3000, until="equal in all", way=way)
            .mean("validation_loss")
            for way in ("pretrained", "scratch")
        ),
    ),
    (
        PAGE,
        "the embeddings alone, learned on whole texts, bring {:.0f}% ([below]",
        100 * gained("embeddings alone", "bleu"),
    ),
]
