"""How soon phrases are translated through one vector and with attention."""

from collections.abc import Mapping

from attncourse.experiments import results
from attncourse.experiments.finding import COUNTS, Finding
from attncourse.experiments.learning import DONE, learned, over_time, plot
from attncourse.experiments.results import Curve
from attncourse.figures import plots, tables

SIDES = {
    "one vector": {"side": "one vector, both directions"},
    "with attention": {"side": "attention"},
}
PLAIN, ATTENTIVE = SIDES


def one() -> Finding:
    """Phrases are learned through one vector, too; attention is sooner."""
    stored = results.load("phrases-one")
    names = [name for name in stored.tables["epochs"][0] if "words" in name]
    groups = {name: over_time(stored, name, SIDES) for name in names}
    first, *_, last = groups
    drawn = {
        f"{label}, {_words(group)}": groups[group][label]
        for label in SIDES
        for group in (first, last)
    }
    assert min(curve.low[-1] for curve in drawn.values()) > DONE, (
        "all end alike"
    )
    short, long, *_ = drawn.values()
    assert learned(short) < learned(long), "short phrases are learned first"
    times = {label: learned(curve) for label, curve in groups[last].items()}
    figure = _figure(drawn, "share of unseen phrases without a mistake")
    caption = f"""With attention the length of a phrase hardly matters. Nine in
    ten of the longest are right after {times[ATTENTIVE]:.0f} seconds, through
    one vector after {times[PLAIN]:.0f}. Three seeds, their range shaded."""
    return Finding("bottleneck.one", figure, caption, (stored,))


def small() -> Finding:
    """A vector of 16 numbers holds a phrase, too."""
    stored = results.load("phrases-small")
    table, state = stored.table("accuracy"), stored.recipe["state"]
    rows = []
    for label, case in SIDES.items():
        found = table.where(**case).column("words 9")
        assert min(found) > DONE, "nearly all are right"
        rows.append({"model": label, "right": min(found)})
    caption = f"""With a state of {state} numbers: the share of the longest
    phrases without a mistake, the worst of three seeds, after training until
    the validation loss stood still."""
    return Finding("bottleneck.small", tables.table(rows), caption, (stored,))


def three() -> Finding:
    """Phrases side by side: the more of them, the longer one vector takes."""
    stored = results.load("phrases-three")
    found = {n: over_time(stored, f"phrases {n}", SIDES) for n in (2, 3)}
    curves = {(label, n): found[n][label] for label in SIDES for n in found}
    done = learned(curves[ATTENTIVE, 3])
    two, three = (_at(curves[PLAIN, count], done) for count in (2, 3))
    assert max(two, three) < 0.5, "then one vector has not half of them"
    ends = [curves[PLAIN, count].mean[-1] for count in (2, 3)]
    assert ends[0] > two and ends[1] > three, "and it learns on"
    assert max(curves[PLAIN, 3].high) < DONE, "but never gets three"
    drawn = {
        f"{label}, {COUNTS[count - 1]} phrases": curve
        for (label, count), curve in curves.items()
    }
    figure = _figure(drawn, "share of unseen items without a mistake")
    last = curves[PLAIN, 3]
    caption = f"""One vector learns two phrases later than attention, and ends
    with {last.low[-1]:.0%} to {last.high[-1]:.0%} of three. Three seeds, their
    range shaded."""
    return Finding("bottleneck.three", figure, caption, (stored,))


def _at(curve: Curve, moment: float) -> float:
    """The mean of a curve at that time."""
    return next(
        y for x, y in zip(curve.x, curve.mean, strict=True) if x >= moment
    )


def _figure(drawn: Mapping[str, Curve], ylabel: str) -> plots.Figure:
    alt = f"{ylabel.capitalize()} over the time of training."
    return plot(drawn, "processor time (seconds)", ylabel, alt)


def _words(group: str) -> str:
    """What a group of phrases is called."""
    return "up to 6 words" if group == "words 1" else "9 words and more"
