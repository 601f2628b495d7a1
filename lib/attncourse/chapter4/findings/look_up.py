"""Looking up a colour by a name: with one matrix for keys and values or two,
with the root of K and without it.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines
from attncourse.experiments.learning import learned, over_updates, plot

KINDS = {"shared": "one matrix", "separate": "two matrices"}


def by_width() -> Finding:
    """Two matrices do with half the width what one does; with enough width
    both serve.
    """
    stored = results.load("look-up")
    table = stored.table("accuracy")
    one, two = curves = [
        table.over(by="width", of="accuracy", where={"kind": kind})
        for kind in KINDS
    ]
    at = {width: k for k, width in enumerate(one.x)}
    narrow = [at[width] for width in (2, 4)]
    assert all(one.high[k] < two.low[k] for k in narrow), "two are ahead"
    wide = min(one.low[at[8] :] + two.low[at[8] :])
    assert wide > 0.99, "with enough width both serve"
    figure = lines(
        dict(zip(KINDS.values(), curves, strict=True)),
        xlabel="width of keys and values",
        ylabel="share of colours predicted right",
        alt="Share of right colours against the width of keys and "
        "values, with one matrix and with two.",
        limits=(0, 1),
        logx=True,
        ticks=True,
    )
    caption = f"""At width 4 one matrix gets {one.mean[at[4]]:.0%} of the
    colours right and two matrices get {two.mean[at[4]]:.0%}; from width 8 on
    both get nearly all. Three seeds, their range shaded."""
    return Finding("look_up.by_width", figure, caption, (stored,))


def root() -> Finding:
    """Without the root of K training starts later, and ends as well."""
    stored = results.load("look-up-root")
    each, (width,) = (stored.recipe[key] for key in ("each", "widths"))
    sides = {
        "divided by the root of K": {"root": 1},
        "not divided": {"root": 0},
    }
    curves = over_updates(stored, "accuracy", sides, each)
    figure = plot(
        curves,
        "updates",
        "share of colours predicted right",
        "Share of right colours by the updates of training.",
    )
    assert min(curve.low[-1] for curve in curves.values()) > 0.99, "both end"
    first, second = map(learned, curves.values())
    assert second > 2 * first, "the root makes training start sooner"
    caption = f"""With K = {width}, nine in ten colours are right after
    {first:.0f} updates with the root and after {second:.0f}
    without; in the end both get nearly all. Three seeds, their range shaded."""
    return Finding("look_up.root", figure, caption, (stored,))
