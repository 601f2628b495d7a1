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
        "recurrent, with attention": (recurrent, "additive"),
    }
    plain, other = (
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
    assert plain.high[-1] < 0.5, "nor does it keep them"
    chance = stored.value("chance")
    figure = against_length(
        dict(zip(kinds, (plain, other), strict=True)),
        chance,
        "share of symbols copied",
        "for a Transformer and a recurrent model",
    )
    trained, longest = beyond - 1, -1
    beaten = other.high[longest] < chance
    below = f" (chance: {chance:.0%})" if beaten else ""
    caption = f"""After {stored.recipe["updates"]:,} updates with lengths 1 to
    {plain.x[trained]}, the Transformer copies {plain.mean[longest]:.0%} of
    {plain.x[longest]:,} symbols and the recurrent model
    {other.mean[longest]:.0%}{below}. {seeds(stored.table("accuracy"))}, their
    range shaded."""
    return Finding("copying.by_length", figure, caption, (stored, recurrent))
