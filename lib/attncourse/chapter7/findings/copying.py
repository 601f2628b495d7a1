"""How long a sequence a Transformer copies, beside the recurrent model."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, against_length, seeds


def by_length() -> Finding:
    """Both copy every trained length; beyond it both lose symbols, the
    recurrent model more.
    """
    stored, recurrent = (
        results.load(name) for name in ("copy-transformer", "copy-length")
    )
    kinds = {
        "Transformer": (stored, "sinusoidal"),
        "Transformer, random starts": (stored, "random starts"),
        "recurrent, with attention": (recurrent, "additive"),
    }
    plain, moved, other = (
        one.table("accuracy").over(
            by="length", of="free", where={"attention": kind}
        )
        for one, kind in kinds.values()
    )
    beyond = plain.x.index(stored.recipe["longest"]) + 1
    assert min(plain.low[:beyond] + other.low[:beyond]) > 0.999, "all trained"
    assert all(
        ours > theirs
        for ours, theirs in zip(
            plain.low[beyond:], other.high[beyond:], strict=True
        )
    ), "beyond, the Transformer is ahead at every length"
    assert max(plain.high[-1], moved.high[-1]) < 0.5, "nor does it keep them"
    assert moved.mean[-1] > plain.mean[-1], "random starts help the longest"
    assert moved.low[0] < 0.95, "and harm the shortest"
    chance = stored.value("chance")
    figure = against_length(
        dict(zip(kinds, (plain, moved, other), strict=True)),
        chance,
        "share of symbols copied",
        "for two Transformers and a recurrent model",
    )
    trained, longest = beyond - 1, -1
    beaten = other.high[longest] < chance
    below = f" (chance: {chance:.2f})" if beaten else ""
    caption = f"""Trained on lengths 1 to {plain.x[trained]}, at
    {plain.x[longest]:,} symbols the Transformer copies
    {plain.mean[longest]:.2f} and the recurrent model
    {other.mean[longest]:.2f}{below}. {seeds(stored.table("accuracy"))}, their
    range shaded."""
    return Finding("copying.by_length", figure, caption, (stored, recurrent))
