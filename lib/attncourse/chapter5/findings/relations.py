"""What one head answers, and what two make easy."""

from attncourse.chapter5.live.children import LiveChildren
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots, tables

NAME = "relations"
LABELS = {
    "rows": "row alone",
    "plain": "no matrices",
    "1 head": "one head",
    "1 head, ReLU": "one, ReLU",
    "2 heads": "two heads",
    "4 heads": "four heads",
}


def children() -> Finding:
    """The readers with one head and with two, on the reader's own circle."""
    stored = results.load(NAME)
    figure = LiveChildren(stored.samples["models"])
    caption = """With one head the weight is split between two children, and
    where their colours differ one answer is usually wrong. With two heads (the
    second is dashed) both are right. One seed each."""
    return Finding("relations.children", figure, caption, (stored,))


def by_heads() -> Finding:
    """One head answers one question; two at once take two heads, or a ReLU."""
    stored = results.load(NAME)
    table = stored.table("accuracy")
    parts = {
        (kind, asked): table.where(kind=kind, questions=asked)
        for kind in LABELS
        for asked in (1, 2)
    }
    cells = {case: part.column("accuracy") for case, part in parts.items()}
    mean = {case: part.mean("accuracy") for case, part in parts.items()}
    one, two = cells["1 head", 2], cells["2 heads", 2]
    assert min(cells["1 head", 1]) > 0.99, "one head answers one question"
    assert max(one) < 0.8 < 0.99 < min(two), "a linear layer takes two heads"
    assert min(cells["1 head, ReLU", 2]) > 0.99, "with a ReLU one head serves"
    assert max(cells["rows", 1]) < 0.45, "a row alone does not know"
    names = {1: "one question", 2: "two at once"}
    means = {
        label: [mean[kind, asked] for kind in LABELS]
        for asked, label in names.items()
    }
    figure = plots.bars(
        list(LABELS.values()),
        means,
        error={
            label: (
                [min(cells[kind, asked]) for kind in LABELS],
                [max(cells[kind, asked]) for kind in LABELS],
            )
            for asked, label in names.items()
        },
        xlabel="model",
        ylabel="share of questions answered right",
        alt="Share of questions answered right by six readers, with one "
        "question for each row and with two.",
    )
    caption = f"""With one head, {mean["1 head", 2]:.0%} of the answers to two
    questions are right; with two heads, or a ReLU, all are. A row alone gets
    {mean["rows", 2]:.0%}. Three seeds."""
    return Finding("relations.by_heads", figure, caption, (stored,))


def apart() -> Finding:
    """One head answers one of two questions; behind a ReLU it may weigh them
    unequally, and two heads take one each.
    """
    stored = results.load(NAME)
    table = stored.table("apart")
    kinds = {
        "one head": "1 head",
        "one head, then a ReLU": "1 head, ReLU",
        "two heads": "2 heads",
    }
    parts = {label: table.where(kind=kind) for label, kind in kinds.items()}
    one, deep, two = parts.values()
    assert min(one.column("better")) > 0.95, "one question is answered"
    assert max(one.column("worse")) < 0.45, "and the other one is not"
    assert one.mean("larger") - one.mean("smaller") < 0.1, "both are read"
    assert deep.mean("larger") - deep.mean("smaller") > 0.3, "unequally"
    assert two.mean("larger") > 0.9, "each head reads one"
    rows = [
        {
            "layer": label,
            "better question": part.mean("better"),
            "other question": part.mean("worse"),
            "larger weight": part.mean("larger"),
            "smaller weight": part.mean("smaller"),
        }
        for label, part in parts.items()
    ]
    caption = f"""One head splits its weight evenly: it answers one question
    every time, the other in {one.mean("worse"):.0%} of the cases. Mean of three
    seeds."""
    shown = tables.table(rows, digits=2)
    return Finding("relations.apart", shown, caption, (stored,))
