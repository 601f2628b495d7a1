"""Numbers that stand in sentences about chapter 7: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/07_transformer.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
TRANSLATOR = recipes.load("translate-en-fr-transformer")
WHOLE = TRANSLATOR.model
FAIR = {
    row["model"]: row for row in results.load("fair-en-fr").table("models").rows
}
STARTS = recipes.load("starts")
HEADS = results.load("heads-en-fr")


def missed() -> list[float]:
    """The loss without the head that is missed most; of the layer that is, the
    losses without each head, summed, and without all.
    """
    table = HEADS.table("heads")
    worst = max(HEADS.table("layers").rows, key=lambda row: row["loss"])
    own = table.where(kind=worst["kind"], layer=worst["layer"])
    return [max(table.column("loss")), sum(own.column("loss")), worst["loss"]]


SENTENCES = [
    (
        PAGE,
        "{word} blocks in the encoder, {word} in the decoder and vectors of "
        "dimension {}",
        *(WHOLE.encoder_layers, WHOLE.decoder_layers, WHOLE.width),
    ),
    (
        PAGE,
        "The model is {:.2f} BLEU ahead of a recurrent model",
        FAIR["bahdanau-same-tokens"]["difference"],
    ),
    (
        PAGE,
        "Right: {:.2f}. In the most important layer, removing the four heads "
        "one at a time costs {:.2f} in total, but removing all four together "
        "costs {:.2f}",
        *missed(),
    ),
    (
        PAGE,
        "puts {:.0f}% of the target probability on the right token",
        100 * (1 - TRANSLATOR.smoothing),
    ),
    (
        PAGE,
        "numbers of four bytes, {:.0f} megabytes",
        4 * 4096**2 * 4 / 10**6,
    ),
    (
        PAGE,
        "of {word} and of {word} layers",
        *STARTS.depths,
    ),
]
