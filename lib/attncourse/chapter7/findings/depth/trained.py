"""Trained stacks with and without what stands around attention, and a board of
switches.
"""

from collections.abc import Sequence
from typing import Any

from attncourse.chapter7.live.depth import PARTS, LiveDepth
from attncourse.chapter7.live.switchboard import SWITCHES, LiveSwitchboard
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, seeds
from attncourse.experiments.results import Result, Row
from attncourse.figures import tables

DEEP = 4  # layers, from which on attention alone learns nothing
WHOLE = "everything on, pre-norm"


def collapse() -> Finding:
    """Slide the depth: without a residual all words become one vector, and a
    deep stack learns nothing.
    """
    stored = results.load("depth")
    nothing, table = stored.value("nothing"), stored.table("loss")
    blind = table.where(residual=False).rows
    deep = [row["loss"] for row in blind if row["depth"] >= DEEP]
    assert min(deep) > nothing - 0.01, "without a residual nothing is learned"
    choices = [_choice(stored, one) for one in stored.samples["cosines"]]
    words = stored.samples["sentence"]
    figure = LiveDepth(words, choices, nothing, depth=DEEP)
    whole = table.where(**dict.fromkeys(PARTS, True))
    apart = caveats.apart(
        whole,
        "loss",
        ("depth",),
        lambda row: f"whole blocks {row['depth']} deep",
    )
    caption = f"""From {DEEP} layers on attention alone learns nothing: its loss
    is that of guessing, log {stored.recipe["words"]} = {nothing:.3f}. Shown
    are the words of a sentence in stacks with fresh weights, and the loss of
    trained ones. The task:
    {_task(stored)}. Attention alone and whole blocks: {seeds(table)}, other
    stacks: one{apart}. The cosines are those of fresh weights,
    {_sentences(stored)}."""
    return Finding("depth.collapse", figure, caption, (stored,))


def losses() -> Finding:
    """From four layers on no stack without a residual learns anything; whole
    blocks do.
    """
    stored = results.load("depth")
    table, nothing = stored.table("loss"), stored.value("nothing")
    tried = [row for row in table.rows if row["remedy_tried"]]
    plain = table.where(remedy_tried="")
    bare = dict.fromkeys(PARTS, False)
    alone = plain.over(by="depth", of="loss", where=bare)
    first = alone.x.index(DEEP)
    lowest = min(row["loss"] for row in tried)
    assert min(alone.low[first:]) > nothing - 0.01, "it learns nothing"
    assert lowest > nothing - 0.01, "lower rates do not help"
    assert max(alone.high[:first]) < 0.01, "few layers do"
    deep = [
        row["loss"]
        for row in plain.where(residual=True, normalisation=True).rows
        if row["feed_forward"] and row["depth"] >= DEEP
    ]
    wild = plain.where(**bare | {"residual": True, "feed_forward": True})
    assert wild.column("loss")[-1] > nothing, "it needs a normalisation"
    right = sum(loss < 0.01 for loss in deep)
    assert right > 0.8 * len(deep), "whole blocks learn it"
    rows: dict[str, dict[str, Any]] = {}
    for row in plain.rows:
        parts = [part.replace("_", "-") for part in PARTS if row[part]]
        name = ", ".join(parts) or "nothing"
        same = {part: row[part] for part in PARTS} | {"depth": row["depth"]}
        rows.setdefault(name, {"around attention": name})[
            f"{row['depth']} layers".replace("1 layers", "1 layer")
        ] = caveats.mean(plain.where(**same).column("loss"))
    caption = f"""One or two layers of attention alone learn the task. From
    {DEEP} on the lowest loss is {min(alone.low[first:]):.3f}; guessing gives
    log {stored.recipe["words"]} = {nothing:.3f}. At {alone.x[-1]}
    layers {_tried(tried)} did not help ({lowest:.3f} at best). Of whole blocks
    {right} of {len(deep)} runs with {DEEP} or more layers end below 0.01. With
    a residual and a feed-forward layer, but no normalisation, {alone.x[-1]}
    layers never get below {wild.column("loss")[-1]:.1f}, at the one rate
    tried. Each entry is the lowest of all epochs. The task: {_task(stored)}.
    Attention alone and whole blocks: means of {seeds(table)}, with their range
    where it is wide; other stacks: one."""
    shown = tables.table(list(rows.values()))
    return Finding("depth.losses", shown, caption, (stored,))


def board() -> Finding:
    """Four switches, and the recorded training of each setting."""
    stored = results.load("switchboard")
    runs = stored.samples["runs"][: 2 ** len(SWITCHES)]
    ends = {_named(run): run["moments"][-1]["loss"] for run in runs}
    whole = ends[WHOLE]
    blind = min(x for name, x in ends.items() if "no residual" in name)
    assert whole == min(ends.values()), "no other setting learns more"
    assert blind > 2 * whole + 1, "without a residual little is learned"
    caption = f"""Of {len(runs)} settings the lowest loss, {whole:.2f} per
    token, is that with residual, pre-norm, feed-forward layers and
    warm-up. Without a residual the lowest is {blind:.2f}.
    {_training(stored)}"""
    return Finding("depth.board", LiveSwitchboard(runs), caption, (stored,))


def switchboard() -> Finding:
    """Settings that end badly do so at lower rates, too."""
    stored = results.load("switchboard")
    ends = stored.table("ends").rows
    rates = sorted({row["rate"] for row in ends}, reverse=True)
    found: dict[str, dict[str, Any]] = {}
    for row in ends:
        name = _named(row)
        empty = {"setting": name} | {f"rate {rate:g}": None for rate in rates}
        cell = "diverged" if row["diverged"] else row["loss"]
        found.setdefault(name, empty)[f"rate {row['rate']:g}"] = cell
    shown = [found.pop(WHOLE)]
    shown += [
        row for row in found.values() if row[f"rate {rates[1]:g}"] is not None
    ]
    caption = f"""Without normalisation the loss is the largest, at every rate
    that was tried. Loss per token at the end of the best setting, and of five
    others at lower rates, too (empty: never run). {_training(stored)}"""
    bare = [row["loss"] for row in ends if row["normalisation"] == "none"]
    others = [row["loss"] for row in ends if row["normalisation"] != "none"]
    assert min(bare) > 2 * max(others), "no normalisation is worst"
    return Finding(
        "depth.switchboard",
        tables.table(shown),
        caption,
        (stored,),
    )


def _choice(stored: Result, one: dict[str, Any]) -> dict[str, Any]:
    """One choice of what stands around attention, as the figure shows it."""
    same = {part: one[part] for part in PARTS}
    plain = stored.table("loss").where(remedy_tried="", **same)
    curve = stored.table("cosine").over(by="depth", where=same)
    depths = dict.fromkeys(plain.column("depth"))
    losses = {n: plain.where(depth=n).mean("loss") for n in depths}
    return one | {"cosine": curve.mean, "losses": losses}


def _sentences(stored: Result) -> str:
    count, drawn = stored.recipe["sentences"], stored.table("cosine")
    return f"means of {count} sentences and {seeds(drawn)}"


def _task(stored: Result) -> str:
    made = stored.recipe
    updates = made["each"] * made["settings"]["epochs"]
    return f"""{made["words"]} different words stand in a circle, in random
    order; at each, predict the word before it ({updates} updates, one rate for
    all)"""


def _tried(rows: Sequence[Row]) -> str:
    """The remedies, in words."""
    rates = sorted({row["rate"] for row in rows}, reverse=True)
    times = rows[0]["warmup"]
    listed = " and ".join(f"{rate:g}" for rate in rates)
    return f"rates of {listed} with a warm-up of {times} updates"


def _named(row: Row) -> str:
    """What is unlike the whole model, with pre-norm."""
    other = row.get("normalisation", "layer")
    told = {
        "no residual": not row["residual"],
        "post-norm": row["post"],
        "no feed-forward": not row["feed_forward"],
        "no warm-up": not row["warm_up"],
        f"{other} normalisation".replace("none", "no"): other != "layer",
    }
    return ", ".join(name for name, true in told.items() if true) or WHOLE


def _training(stored: Result) -> str:
    made = stored.recipe
    model = made["model"]
    steps = made["each"] * made["settings"]["epochs"]
    return f"""{model["encoder_layers"]} + {model["decoder_layers"]} blocks of
    width {model["width"]}, {steps} updates on generated phrases, rate
    {made["settings"]["rate"]:g} unless stated, loss on {made["checked"]}
    sentences held out; one seed."""
