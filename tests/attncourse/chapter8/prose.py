"""Numbers that stand in sentences about chapter 8: a page, a sentence with
gaps, and what stands in each.
"""

from statistics import fmean

from attncourse.chapter8.findings import pretraining
from attncourse.experiments import recipes, results

PAGE = "chapters/08_pretraining.ipynb"
CLAIMS, INTERVIEW = "book/claims.md", "book/interview.md"
TRANSLATORS, MASKED, TEXTS = map(
    results.load, ("pretraining", "masked-captions", "denoisers")
)
GAINS = [row["left"] - row["both"] for row in MASKED.table("bits").rows]
MODEL = recipes.load("denoisers").model


def bleu(way: str, pairs: int = 1000) -> float:
    """The mean of the draws."""
    return fmean(pretraining._bleu(TRANSLATORS, way, pairs))


def gained(way: str) -> float:
    """Which share of the gain of pretraining a way reaches, in percent."""
    none, ours, whole = map(bleu, ("scratch", way, "pretrained"))
    return 100 * (ours - none) / (whole - none)


def learned(way: str) -> int:
    """How many numbers learn."""
    rows = TRANSLATORS.table("scores").where(way=way, pairs=1000).rows
    return rows[0]["learn"]


SHUFFLED = gained("shuffled words")
SENTENCES = [
    (
        PAGE,
        "this *pseudo-perplexity* is {:.0f}, as if it chose among {:.0f}",
        *[MASKED.value("pseudo_perplexity")] * 2,
    ),
    (PAGE, "are worth about {:.1f} bits", fmean(GAINS)),
    (
        PAGE,
        "in {} of the {} captions",
        *(sum(gain <= 0 for gain in GAINS), len(GAINS)),
    ),
    (
        PAGE,
        "A Transformer of {} + {} blocks",
        *(MODEL.encoder_layers, MODEL.decoder_layers),
    ),
    (
        PAGE,
        "raises BLEU from {:.0f} to {:.0f}",
        *map(bleu, ("scratch", "pretrained")),
    ),
    (PAGE, "got {:.0f}% of the gain in BLEU", SHUFFLED),
    (PAGE, "{:.0f}% of the gain in BLEU survives", SHUFFLED),
    (
        PAGE,
        "raise BLEU from {:.1f} to {:.1f}",
        *map(bleu, ("scratch", "embeddings alone")),
    ),
    (
        PAGE,
        "trains {:.0f}% as many parameters as full fine-tuning and gets "
        "{:.1f} BLEU instead of {:.1f}",
        100 * learned("LoRA, rank 8") / learned("pretrained"),
        *map(bleu, ("LoRA, rank 8", "pretrained")),
    ),
    (
        PAGE,
        "pretraining on {:,} untranslated captions",
        TEXTS.value("english") + TEXTS.value("french"),
    ),
    (CLAIMS, "of that gain {:.0f}% remains", SHUFFLED),
    (INTERVIEW, "{:.0f}% of the gain in BLEU was there", SHUFFLED),
]
