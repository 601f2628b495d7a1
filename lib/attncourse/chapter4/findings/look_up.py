"""Looking up a colour by a name: with one matrix for keys and values or two,
with the root of K and without it.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, learning, lines

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
    curves = learning(stored, "accuracy", sides, over="epoch")
    figure = lines(
        {
            label: curve._replace(x=[each * x for x in curve.x])
            for label, curve in curves.items()
        },
        xlabel="updates",
        ylabel="share of colours predicted right",
        alt="Share of right colours by the updates of training.",
        logx=True,
        markers=False,
        limits=(0, 1),
    )
    assert min(curve.low[-1] for curve in curves.values()) > 0.99, "both end"
    first, second = (
        next(x for x, y in zip(c.x, c.mean, strict=True) if y > 0.9)
        for c in curves.values()
    )
    assert second > 2 * first, "the root makes training start sooner"
    caption = f"""With K = {width}, nine in ten colours are right after
    {each * first:.0f} updates with the root and after {each * second:.0f}
    without; in the end both get nearly all. Three seeds, their range shaded."""
    return Finding("look_up.root", figure, caption, (stored,))
