"""What one head answers, and what two make easy."""

from attncourse.chapter5.live.children import COLOURS, NAMES, LiveChildren
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import plots, tables
from attncourse.figures.tables import marked

NAME = "relations"
LABELS = {
    "rows": "each row\nalone",
    "plain": "no\nmatrices",
    "1 head": "one\nhead",
    "1 head, ReLU": "one head,\nReLU",
    "2 heads": "two\nheads",
    "4 heads": "four\nheads",
}
ANSWERS = {"one head predicts": "1 head", "two heads predict": "2 heads"}


def opening() -> Finding:
    """A row alone guesses; a row that may ask knows."""
    stored = results.load(NAME)
    table = stored.table("accuracy").where(questions=1)
    alone, asking = (table.where(kind=kind) for kind in ("rows", "1 head"))
    worst, best = min(asking.column("accuracy")), max(alone.column("accuracy"))
    assert best < 0.45 < 0.99 < worst, "only who asks knows"
    rows = [
        {"each row": sees, "answered right": part.mean("accuracy")}
        for sees, part in (
            ("sees only itself", alone),
            ("asks all rows", asking),
        )
    ]
    caption = f"""Share of right answers, one question for each row;
    {stored.recipe["tested"]:,} circles of {stored.recipe["size"]} rows,
    {seeds(table)} each. Guessing a colour: {stored.value("chance"):.2f}."""
    return Finding(
        "relations.opening", tables.table(rows, digits=2), caption, (stored,)
    )


def children() -> Finding:
    """The readers with one head and with two, on the reader's own circle."""
    stored = results.load(NAME)
    figure = LiveChildren(stored.samples["models"])
    caption = """One head answers one question; two heads answer two. The 4
    trained models, one seed each, run on this page. The darker and thicker a
    line, the larger the attention weight; lines of the second head are
    dashed. Without scripts the weights stand in a matrix."""
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
        xlabel="what is between the two linear layers",
        ylabel="share of questions answered right",
        alt="Share of questions answered right by six readers, with one "
        "question for each row and with two.",
    )
    caption = f"""One question takes one head: {mean["1 head", 1]:.2f} of the
    answers are right; without matrices {mean["plain", 1]:.2f}, from each row
    alone {mean["rows", 1]:.2f}. Two at once take two heads of half the width
    ({mean["2 heads", 2]:.2f}) or a ReLU behind one head
    ({mean["1 head, ReLU", 2]:.2f}); one head with a linear layer gets
    {mean["1 head", 2]:.2f}. Guessing a colour: {stored.value("chance"):.2f}.
    {stored.recipe["tested"]:,} circles of {stored.recipe["size"]} rows,
    {seeds(table)} each; marks show their range."""
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
    caption = f"""Two questions at once: a linear layer gets only one answer
    from one head. Share of right answers to the question that is answered
    better and to the other one; a head's two weights, when two different
    children are asked for.
    {stored.recipe["tested"]:,} circles of {stored.recipe["size"]} rows, the
    mean of {seeds(table)}."""
    shown = tables.table(rows, digits=2)
    return Finding("relations.apart", shown, caption, (stored,))


def cases() -> Finding:
    """Three children by the loss of one head, and what is said to them."""
    stored = results.load(NAME)
    chosen = stored.samples["cases"]
    ranks = [case["rank"] for case in chosen]
    assert ranks == sorted(ranks), "from the smallest loss to the largest"
    rows = []
    for case in chosen:
        wanted = [COLOURS[c] for c in case["wanted"]]
        row = {
            "child": NAMES[case["name"]],
            "asks for": " and ".join(NAMES[name] for name in case["asks"]),
            "colours": " ".join(wanted),
        }
        for heading, kind in ANSWERS.items():
            said = [COLOURS[c] for c in case["said"][kind]]
            odd = [a != b for a, b in zip(said, wanted, strict=True)]
            row[heading] = marked(said, odd)
        rows.append(row)
    caption = f"""Three of {chosen[0]["of"]:,} children, sorted by the loss of
    one head: number {ranks[0]:,}, {ranks[1]:,} and {ranks[2]:,}, counted from
    the smallest loss. Wrong answers are marked. One seed."""
    return Finding("relations.cases", tables.table(rows), caption, (stored,))
