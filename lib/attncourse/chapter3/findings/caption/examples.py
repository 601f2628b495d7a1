"""The scenes that the chapter shows, and what captioners say of them."""

from typing import Any

from attncourse.chapter3 import scenes
from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    NAME,
    NONE,
    scene,
    texts,
)
from attncourse.chapter3.live.captioner import LiveCaptioner
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import images, plots, tables

CASES = ("bad", "middle", "good")


def opening(*models: str) -> Finding:
    """The scene that the chapter opens with, described by each model."""
    stored = results.load(NAME)
    case = stored.samples["cases"][0]
    assert case["rank"] is None, "the first case opens the chapter"
    assert case[NONE]["text"] != case["caption"], "one vector is wrong"
    assert case[ATTENTION]["text"] == case["caption"], "attention is right"
    rows = texts(case, models or (NONE, ATTENTION))
    new = sum(tuple(thing[:2]) in scenes.HELD for thing in case["things"])
    caption = f"""A scene of {len(case["things"])} things, {new} of them in a
    colour that they never had in training. It is the first scene with such new
    combinations that only the model with attention describes without a
    mistake. Wrong colours and kinds are marked."""
    return Finding("caption.opening", tables.table(rows), caption, (stored,))


def opening_scene() -> Finding:
    """The picture that the chapter opens with."""
    stored = results.load(NAME)
    case = stored.samples["cases"][0]
    caption = f"""An image of {scenes.SIDE} by {scenes.SIDE} pixels: number
    {case["scene"]} of the test scenes in which some thing has a colour that it
    never had in training."""
    shown = images.picture(scene(case).image, alt=_said(case))
    return Finding("caption.opening_scene", shown, caption, (stored,))


def cases() -> Finding:
    """A bad, a middle and a good scene, chosen by rank alone."""
    stored = results.load(NAME)
    chosen = stored.samples["cases"][1:]
    ranks = [case["rank"] for case in chosen]
    assert ranks == sorted(ranks), "from the worst to the best"
    rows = [
        {"case": title} | row
        for title, case in zip(CASES, chosen, strict=True)
        for row in texts(case, (NONE, ATTENTION))
    ]
    caption = f"""The {chosen[0]["of"]} scenes of {len(chosen[0]["things"])}
    things with new combinations were sorted by how many colours and kinds the
    model with one vector gets right. These are numbers
    {", ".join(map(str, ranks[:-1]))} and {ranks[-1]} from the worst. Marked:
    colours and kinds that are wrong at their place in the caption."""
    return Finding("caption.cases", tables.table(rows), caption, (stored,))


def case_scenes() -> Finding:
    """The three scenes of `cases`."""
    stored = results.load(NAME)
    chosen = zip(CASES, stored.samples["cases"][1:], strict=True)
    shown = plots.beside(
        *(
            images.picture(
                scene(case).image, alt=_said(case), title=name, small=True
            )
            for name, case in chosen
        )
    )
    numbers = [case["scene"] for case in stored.samples["cases"][1:]]
    caption = f"""Scenes {", ".join(map(str, numbers[:-1]))} and {numbers[-1]}
    of the {stored.recipe["tested"]:,} with new combinations: each has
    {len(stored.samples["cases"][1]["things"])} things."""
    return Finding("caption.case_scenes", shown, caption, (stored,))


def live() -> Finding:
    """Both captioners on a scene that the reader makes, beside stored ones."""
    stored = results.load(NAME)
    labels = {NONE: "One vector", ATTENTION: "With attention"}
    models = [
        (f"{NAME}-{side}", label, stored.value(f"{side}_bytes"))
        for side, label in labels.items()
    ]
    cases = stored.samples["cases"]
    things = {len(case["things"]) for case in cases}
    assert len(things) == 1, "chosen among scenes of so many things"
    examples = [
        {"things": case["things"], "answers": [case[side] for side in labels]}
        for case in cases
    ]
    shown = LiveCaptioner(models, examples)
    caption = f"""Two captioners on your own scene: one reads a single vector,
    the other attends to all places of a grid. The darker a place, the less the
    word reads of it; a wavy line marks wrong words. Both decode greedily. The
    first {len(examples)} scenes of the list are recorded: the scene that opens
    the chapter and the three cases, all with {things.pop()} things."""
    return Finding("caption.live", shown, caption, (stored,))


def _said(case: dict[str, Any]) -> str:
    """What a picture shows, for those who do not see it."""
    return f"Painted: {case['caption']}."
