"""Heads that continue what was read before."""

from attncourse.chapter10.live.induction import LiveInduction
from attncourse.experiments import results
from attncourse.experiments.finding import Finding

NAME = "induction-letters"


def live() -> Finding:
    """A model of letters on the reader's own text, read twice."""
    stored = results.load(NAME)
    rows = stored.table("repeated")
    behind, before = (rows.column(name) for name in ("behind 2", "before 1"))
    assert min(behind) > 0.5 > 10 * max(rows.column("behind 1")), "block 2"
    assert min(before) > 0.3 > 10 * max(rows.column("before 2")), "block 1"
    right, periods = rows.column("right"), rows.column("period")
    assert min(right) > 0.9, "it repeats"
    lost = max(rows.column("without 1") + rows.column("without 2"))
    assert lost < 0.4, "either head is needed"
    examples = [
        {"text": text["text"], "answers": [text]}
        for text in stored.samples["texts"]
    ]
    figure = LiveInduction(
        [(NAME, "A model of letters", stored.value("bytes"))], examples
    )
    caption = f"""Block 2 attends to what came next the first time. When
    {periods[0]} to {periods[-1]} random letters come back, {min(right):.0%} or
    more of the letters get the highest probability; with either head off, at
    most {lost:.0%}."""
    return Finding("induction.live", figure, caption, (stored,))
