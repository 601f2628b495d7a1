"""Numbers that stand in sentences about chapter 7: a page, a sentence with
gaps, and what stands in each.
"""

from typing import Any

from attncourse.chapter7.findings.depth.fresh import stacks
from attncourse.chapter7.live.depth import PARTS
from attncourse.experiments import recipes, results

PAGE = "chapters/07_transformer.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
TRANSLATOR = recipes.load("translate-en-fr-transformer")
WHOLE = TRANSLATOR.model
FAIR = {
    row["model"]: row for row in results.load("fair-en-fr").table("models").rows
}
WHOLE_BOARD = {"residual": True, "post": False, "feed_forward": True}
WHOLE_BOARD |= {"rate": 3e-3, "normalisation": "layer"}
HEADS = results.load("heads-en-fr")


def missed() -> list[float]:
    """The loss without the head that is missed most; of the layer that is, the
    losses without each head, summed, and without all.
    """
    table = HEADS.table("heads")
    worst = max(HEADS.table("layers").rows, key=lambda row: row["loss"])
    own = table.where(kind=worst["kind"], layer=worst["layer"])
    return [max(table.column("loss")), sum(own.column("loss")), worst["loss"]]


def before() -> list[int]:
    """Rows of the map that is shown in which the word before weighs most."""
    encoder = HEADS.table("heads").where(kind="encoder").rows
    one = max(encoder, key=lambda row: row["previous"])
    layers = HEADS.samples["weights"][0]["weights"]["encoder"]
    rows = layers[one["layer"] - 1][one["head"] - 1]
    most = [row.index(max(row)) for row in rows]
    return [sum(s == t - 1 for t, s in enumerate(most)), len(rows)]


def fresh(parts: tuple[bool, ...], layers: int) -> list[list[float]]:
    """Of fresh stacks, by seed: how far a word is from the mean of its
    sentence, relative to its length, and that length.
    """
    found = stacks(parts)
    return [[seed[layers] for seed in all_] for all_ in found]


def deep(parts: tuple[bool, ...], table: str) -> float:
    """The mean of a table of the stacks with so many parts, ten layers."""
    stored = results.load("depth")
    where = dict(zip(PARTS, parts, strict=True)) | {"depth": 10}
    if table == "loss":
        where |= {"remedy_tried": ""}
    return stored.table(table).where(**where).mean(table)


def ended(**setting: Any) -> list[float]:
    """The losses at the end on the board of switches."""
    rows = results.load("switchboard").table("ends")
    same = {"warm_up": True, "feed_forward": True, "post": False}
    return rows.where(**same | setting).column("loss")


def fair(column: str, *models: str) -> list[float]:
    """A column of the fair comparison, of the Transformer and others."""
    return [FAIR[name][column] for name in models]


GROWN = fresh((True, False, True), 10)[1]

SENTENCES = [
    (
        PAGE,
        "{word} blocks in the encoder, {word} in the decoder, width {}",
        *(WHOLE.encoder_layers, WHOLE.decoder_layers, WHOLE.width),
    ),
    (
        PAGE,
        "was trained for {} epochs and the Transformer for {}, so",
        *fair("epochs", ATTENTIVE.name, "translate-en-fr-transformer"),
    ),
    (
        PAGE,
        "the recurrent model has {:.1f} BLEU and the Transformer {:.1f}.",
        *fair("bleu", ATTENTIVE.name, "translate-en-fr-transformer"),
    ),
    (
        PAGE,
        "an epoch takes {:.0f} seconds instead of {:.0f}",
        *(
            FAIR[name]["seconds"] / FAIR[name]["epochs"]
            for name in ("translate-en-fr-transformer", "bahdanau-same-tokens")
        ),
    ),
    (
        PAGE,
        "With greedy search it is {:.2f} behind",
        FAIR["translate-en-fr-transformer"]["greedy_bleu"]
        - FAIR["bahdanau-same-tokens"]["greedy_bleu"],
    ),
    (
        PAGE,
        "a missing warm-up raises the loss from {:.2f} to {:.2f}.",
        *(
            results.load("switchboard")
            .table("ends")
            .where(**WHOLE_BOARD | {"warm_up": warm})
            .column("loss")[0]
            for warm in (True, False)
        ),
    ),
    (
        PAGE,
        "it still learns: the loss is {:.2f} instead of {:.2f}. With "
        "post-norm it even learns better: {:.2f} instead of {:.2f}",
        *(
            results.load("switchboard")
            .table("ends")
            .where(**WHOLE_BOARD | {"post": post, "feed_forward": feed})
            .column("loss")[0]
            for post in (False, True)
            for feed in (False, True)
        ),
    ),
    (
        PAGE,
        "Right: {:.2f}. In the most important layer, the rises "
        "of the four heads, one at a time, add up to {:.2f}, and all four "
        "together cost {:.2f}",
        *missed(),
    ),
    (
        PAGE,
        "in {} of {} rows the largest weight is on the word before",
        *before(),
    ),
    (
        PAGE,
        "by {:.2f} to {:.2f} of its length (three seeds): they are not equal. "
        "In whole blocks it is {:.2f} to {:.2f}",
        *sorted(fresh((True, False, False), 10)[0])[::2],
        *sorted(fresh((True, True, True), 10)[0])[::2],
    ),
    (
        PAGE,
        "ten fresh layers with networks make words of length {:.0f} "
        "about {:,} to {:,} long (three seeds).",
        max(fresh((True, False, True), 0)[1]),
        *(100 * round(x / 100) for x in sorted(GROWN)[::2]),
    ),
    (
        PAGE,
        "With a residual alone they grow to {:.0f} to {:.0f}, and the stack",
        *sorted(fresh((True, False, False), 10)[1])[::2],
    ),
    (
        PAGE,
        "after ten blocks words are at most {:.0f} long",
        max(fresh((True, True, True), 10)[1]),
    ),
    (
        PAGE,
        "with ten layers its loss is {:.1f}, far above that of guessing",
        deep((True, False, True), "loss"),
    ),
    (
        PAGE,
        "After ten layers the mean is {:.2f} with a residual and {:.2f} "
        "without",
        deep((True, False, False), "cosine"),
        deep((False, False, False), "cosine"),
    ),
    (
        PAGE,
        "a random {:.0f}% of the features",
        100 * TRANSLATOR.dropouts[0],
    ),
    (
        PAGE,
        "asks for {:.0f}% of the probability at the right token",
        100 * (1 - TRANSLATOR.smoothing),
    ),
    (
        PAGE,
        "the Transformer is ahead by {:.2f} BLEU, with an interval that "
        "reaches zero. On one thread it trains on {:.1f} times as many tokens",
        FAIR["bahdanau-same-tokens"]["difference"],
        FAIR["bahdanau-same-tokens"]["seconds"]
        / FAIR["translate-en-fr-transformer"]["seconds"],
    ),
    (
        PAGE,
        "at all three rates: from {:.1f} to {:.1f}.",
        *sorted(ended(normalisation="none"))[::2],
    ),
    (
        PAGE,
        "at three rates each, the loss was {:.1f} to {:.1f} without residual "
        "connections and {:.1f} to {:.1f} without normalisation, the largest "
        "of all, instead of {:.2f}",
        *sorted(ended(residual=False))[::2],
        *sorted(ended(normalisation="none"))[::2],
        *ended(residual=True, normalisation="layer"),
    ),
    (
        PAGE,
        "that is about its lead ({:.1f}) over a recurrent model",
        FAIR["bahdanau-36-epochs"]["difference"],
    ),
    (
        PAGE,
        "the same source token for {:.2f} to {:.2f} of the target tokens",
        *sorted(HEADS.table("heads").where(kind="cross").column("agrees"))[::7],
    ),
    (
        PAGE,
        "numbers of four bytes, {:.0f} megabytes",
        4 * 4096**2 * 4 / 10**6,
    ),
    (
        PAGE,
        "Stack {word} layers of chapter 5",
        recipes.load("depth").depths[-1],
    ),
]
