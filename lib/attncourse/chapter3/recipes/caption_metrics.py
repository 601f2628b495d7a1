"""What captioners of `scenes` get right, and whether they looked there: the
tables of "caption-scenes".
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

from attnbook.metrics.bleu import bleu
from attnbook.pretrained import Captioner
from attncourse.chapter3 import scenes, slots
from attncourse.chapter3.scenes import Scene

Rows = list[dict[str, Any]]
SPLITS = ("test", "held")


class Measured(NamedTuple):
    """For each split: what one captioner says of its scenes, and its rows of
    pointing, none for one that does not look.
    """

    captions: dict[str, list[str]]
    pointing: dict[str, Rows]


def measure(captioner: Captioner, count: int, *, sees: bool = True) -> Measured:
    """Describe `count` scenes of each split, greedily; one that does not see
    is shown white.
    """
    attentive = captioner.model.config.attention != "none"
    captions, looked = {}, {}
    for split in SPLITS:
        found = scenes.split(split, count)
        pictures = scenes.paint(found)
        shown = pictures if sees else torch.full_like(pictures, 255)
        captions[split] = captioner.caption(list(shown))
        looked[split] = pointing(captioner, found) if attentive else []
    return Measured(captions, looked)


def scores(
    measured: dict[tuple[str, int], Measured], count: int
) -> dict[str, Rows]:
    """The score of each captioner, told apart by variant and seed, over all
    scenes and by the number of things, and where it looks.
    """
    rows: dict[str, Rows] = {"scores": [], "by_things": [], "pointing": []}
    for (variant, seed), one in measured.items():
        for split in SPLITS:
            same = {"variant": variant, "seed": seed, "split": split}
            told = one.captions[split], scenes.split(split, count)
            rows["scores"].append(same | score(*told))
            rows["by_things"] += [same | row for row in by_things(*told)]
            rows["pointing"] += [same | row for row in one.pointing[split]]
    return rows


def tables(
    measured: dict[tuple[str, int], Measured],
    count: int,
) -> dict[str, Rows]:
    """All rows, of captioners told apart by variant and seed."""
    found = {split: scenes.split(split, count) for split in SPLITS}
    rows = scores(measured, count)
    rows["anywhere"] = [
        {"split": split} | row
        for split in SPLITS
        for row in baselines(found[split])
    ]
    return rows


def slot_hits(
    captions: Sequence[str], found: Sequence[Scene]
) -> list[list[bool]]:
    """For each scene its slots, colour and kind of each thing: right or not."""
    return [
        slots.right(scenes.mentions(text), scenes.mentions(scene.caption))
        for text, scene in zip(captions, found, strict=True)
    ]


def shares(captions: Sequence[str], found: Sequence[Scene]) -> list[float]:
    """The share of right slots of each scene."""
    return [_mean(hits) for hits in slot_hits(captions, found)]


def score(captions: Sequence[str], found: Sequence[Scene]) -> dict[str, float]:
    """Shares of slots, of colours, of kinds, and of whole captions that are
    right, and BLEU-4.
    """
    hits = [hit for each in slot_hits(captions, found) for hit in each]
    right = [scene.caption for scene in found]
    exact = [a == b for a, b in zip(captions, right, strict=True)]
    return {
        "slots": _mean(hits),
        "colours": _mean(hits[::2]),
        "kinds": _mean(hits[1::2]),
        "exact": _mean(exact),
        "bleu": bleu(captions, right)[0],
    }


def by_things(captions: Sequence[str], found: Sequence[Scene]) -> Rows:
    """The score of the scenes with each number of things."""
    rows: Rows = []
    for things in range(1, scenes.MOST + 1):
        group = with_things(found, things)
        part = score([captions[i] for i in group], [found[i] for i in group])
        rows.append({"things": things, "scenes": len(group)} | part)
    return rows


def with_things(found: Sequence[Scene], things: int) -> list[int]:
    """Which scenes have so many things."""
    return [i for i, scene in enumerate(found) if len(scene.things) == things]


def pointing(captioner: Captioner, found: Sequence[Scene]) -> Rows:
    """Of colour words and of kind words, the true caption fed in: the share
    whose largest weight lies in the box of their thing, the share for which it
    lies there or at most half a place beside it, and how large it is.
    """
    hits: dict[str, list[tuple[float, ...]]] = {"colour": [], "kind": []}
    for scene, picture in zip(found, scenes.paint(found), strict=True):
        maps = captioner.attention(picture, scene.caption)
        for t, (word, place) in enumerate(scene.words):
            if place >= 0:
                box = scenes.box(scene.read[place])
                name = "colour" if word in scenes.COLOURS else "kind"
                half = scenes.SIDE / (2 * len(maps[t]))
                share, near = (
                    slots.pointed(maps[t], box, scenes.SIDE, room)
                    for room in (0.0, half)
                )
                hits[name].append((share, near, float(maps[t].max())))
    keys = ("share", "near", "peak")
    return [
        {"word": word, "words": len(hit)}
        | dict(zip(keys, map(_mean, zip(*hit, strict=True)), strict=True))
        for word, hit in hits.items()
    ]


def baselines(found: Sequence[Scene]) -> Rows:
    """What looking anywhere, and looking at the middle, would hit."""
    side = scenes.SIDE
    boxes = [scenes.box(thing) for scene in found for thing in scene.things]
    middle = torch.ones(1, 1)
    hits: dict[str, list[float]] = {
        "chance": [(r - x) * (b - y) / side**2 for x, y, r, b in boxes],
        "middle": [slots.pointed(middle, box, side) for box in boxes],
    }
    return [
        {"place": name, "words": len(boxes), "share": _mean(hit)}
        for name, hit in hits.items()
    ]


def cases(
    captioners: dict[str, Captioner], sides: tuple[str, str], count: int
) -> list[dict[str, Any]]:
    """Scenes of "held" with four things that the book shows: the first that
    the first side describes without a mistake and the second does not; then,
    by the share of slots that the second gets right, a bad, a middle and a
    good one.
    """
    found = scenes.split("held", count)
    group = with_things(found, 4)
    pictures = list(scenes.paint([found[i] for i in group]))
    first, second = (
        shares(captioners[side].caption(pictures), [found[i] for i in group])
        for side in sides
    )
    opening = [k for k, share in enumerate(first) if share == 1 > second[k]]
    order = sorted(range(len(group)), key=lambda k: second[k])
    ranks = [len(order) // 20, len(order) // 2, len(order) * 19 // 20]
    chosen: list[tuple[int | None, int]] = [
        *((None, k) for k in opening[:1]),
        *((rank + 1, order[rank]) for rank in ranks),
    ]
    return [
        {"scene": group[k], "rank": rank, "of": len(group)}
        | example(found[group[k]], captioners)
        for rank, k in chosen
    ]


def example(scene: Scene, captioners: dict[str, Captioner]) -> dict[str, Any]:
    """A scene, its caption, what each captioner says of it, and the weights of
    each token of those with attention, 3 digits, row by row.
    """
    (picture,) = scenes.paint([scene])
    rows: dict[str, Any] = {
        "things": [list(thing) for thing in scene.things],
        "caption": scene.caption,
    }
    for name, captioner in captioners.items():
        trace = captioner.trace(picture)
        rows[name] = {key: trace[key] for key in ("text", "target")}
        if trace["weights"] is not None:
            cells = trace["weights"].flatten(1).double()
            rows[name]["weights"] = cells.round(decimals=3).tolist()
    return rows


def _mean(values: Sequence[float | bool]) -> float:
    return sum(values) / len(values)
