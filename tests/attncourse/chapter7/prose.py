"""Numbers that stand in sentences about chapter 7: a page, a sentence with
gaps, and what stands in each.
"""

from typing import Any

import torch

from attncourse.experiments import recipes, results

PAGE = "chapters/07_transformer.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
WHOLE = recipes.load("translate-en-fr-transformer").model
FAIR = {
    row["model"]: row for row in results.load("fair-en-fr").table("models").rows
}
LARGE = {
    row["switch"]: row
    for part in ("model", "training")
    for row in results.load(f"switches-{part}").table("scores").rows
}
SHORT = {name: row["validation_bleu"] for name, row in LARGE.items()}
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
    recipe = recipes.load("depth")
    circles, _ = recipe.circle(64, torch.Generator().manual_seed(5))
    found = []
    for seed in recipe.seeds:
        stack = recipe.stack(recipe.words + 1, parts, layers, seed)
        with torch.no_grad():
            x = stack.states(circles)[-1]  # B T D
        away, length = (
            each.norm(dim=-1).mean().item() for each in (x - x.mean(1, True), x)
        )
        found.append([away / length, length])
    return [*map(list, zip(*found, strict=True))]


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
        "one choice changed at a time, {word} epochs each",
        recipes.load("switches-model").base.settings.epochs,
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
        "reaches {:.0f} BLEU, and {:.0f} without a warm-up. A lower rate, the "
        "usual remedy, brings {:.0f} at best",
        *(SHORT["post"], SHORT["post, no warm-up"]),
        max(score for name, score in SHORT.items() if name.startswith("post")),
    ),
    (
        PAGE,
        "a missing warm-up costs {:.0f} points",
        SHORT["as it is"] - SHORT["no warm-up"],
    ),
    (
        PAGE,
        "a lower training loss ({:.2f} instead of {:.2f}) and a higher "
        "validation loss ({:.2f} instead of {:.2f})",
        *(
            LARGE[switch][f"{part}_loss"]
            for part in ("train", "validation")
            for switch in ("batch normalisation", "as it is")
        ),
    ),
    (
        PAGE,
        "the loss is {:.2f} instead of {:.2f}.",
        *(
            results.load("switchboard")
            .table("ends")
            .where(**WHOLE_BOARD | {"warm_up": warm})
            .column("loss")[0]
            for warm in (False, True)
        ),
    ),
    (
        PAGE,
        "Right: {:.2f}. In the layer that is missed most, the four heads cost "
        "{:.2f} one at a time, and {:.2f} together",
        *missed(),
    ),
    (
        PAGE,
        "in {} of {} rows the largest weight is on the word before",
        *before(),
    ),
    (
        PAGE,
        "Dropout costs {:.0f} points here",
        SHORT["no dropout"] - SHORT["as it is"],
    ),
    (
        PAGE,
        "by {:.2f} to {:.2f} of its length (three seeds), which is enough to "
        "learn from. In whole blocks it is {:.2f} to {:.2f}",
        *sorted(fresh((True, False, False), 10)[0])[::2],
        *sorted(fresh((True, True, True), 10)[0])[::2],
    ),
    (
        PAGE,
        "make words of length {:.0f} about {:,} to {:,} long (three seeds). So "
        "each layer reads a *normalised* copy of it; then ten fresh layers "
        "make them at most {:.0f} long",
        max(fresh((True, False, True), 0)[1]),
        *(100 * round(x / 100) for x in sorted(GROWN)[::2]),
        max(fresh((True, True, True), 10)[1]),
    ),
    (
        PAGE,
        "at three rates: from {:.1f} to {:.1f}.",
        *sorted(ended(normalisation="none"))[::2],
    ),
    (
        PAGE,
        "On phrases the loss was {:.2f} without residual connections and "
        "{:.2f} without normalisation, instead of {:.2f}",
        *(
            ended(**changed)[0]
            for changed in (
                {"residual": False},
                {"residual": True, "normalisation": "none"},
                {"residual": True, "normalisation": "layer"},
            )
        ),
    ),
    (
        PAGE,
        "lost {:.0f} BLEU without the scale of its embeddings, {:.0f} without "
        "positions",
        *(
            SHORT["as it is"] - SHORT[f"no {part}"]
            for part in ("embedding scale", "positions")
        ),
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
