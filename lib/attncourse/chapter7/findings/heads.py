"""What single heads of the trained Transformer do."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Table
from attncourse.figures import plots

KINDS = {
    "encoder": "encoder",
    "own": "masked self-attention",
    "cross": "cross-attention",
}


def removed() -> Finding:
    """No single head is missed much; whole layers of the decoder are."""
    stored = results.load("heads-en-fr")
    table, layers = stored.table("heads"), stored.table("layers")
    loss = np.array(table.column("loss"))
    assert loss.max() < 0.1, "no head is worth a tenth of a nat"
    assert max(layers.column("loss")) > 5 * loss.max(), "some layers are"
    names, matrix = _grid(table, "loss")
    matrix = np.column_stack([matrix, layers.column("loss")])
    figure = plots.heatmap(
        matrix,
        names,
        [*(f"head {h}" for h in range(1, matrix.shape[1])), "all"],
        xlabel="switched off",
        ylabel="layer",
        label="rise of the loss (nats per token)",
        limits=(float(min(0, matrix.min())), float(matrix.max())),
        numbers=True,
        signed=True,
    )
    best = max(table.rows, key=lambda row: row["loss"])
    worst = max(layers.rows, key=lambda row: row["loss"])
    caption = f"""Removing one head raises the validation loss by at most
    {best["loss"]:.2f} nats, removing a whole layer by up to
    {worst["loss"]:.2f}. The heads are taken out of a trained model, one
    seed."""
    return Finding("heads.removed", figure, caption, (stored,))


def maps() -> Finding:
    """The weights of the head of the encoder that looks back most."""
    stored = results.load("heads-en-fr")
    sample = stored.samples["weights"][0]
    encoder = stored.table("heads").where(kind="encoder").rows
    row = max(encoder, key=lambda row: row["previous"])
    assert row["previous"] > 0.25, "it looks at the word before"
    words = sample["source"]
    figure = plots.heatmap(
        _weights(sample, row),
        words,
        words,
        xlabel="attended to",
        ylabel="word",
        outline=[(k, k - 1) for k in range(1, len(words))],
    )
    caption = f"""Head {row["head"]} of block {row["layer"]} attends to the
    word before (outlined) with {row["previous"]:.2f} of its weight in the mean,
    the most of {len(encoder)} heads in the encoder, but not at every word."""
    return Finding("heads.maps", figure, caption, (stored,))


def _grid(table: Table, of: str) -> tuple[list[str], np.ndarray]:
    """The layers by name, and a row of heads for each."""
    rows: dict[str, list[float]] = {}
    for row in table.rows:
        name = f"{KINDS[row['kind']]} {row['layer']}"
        rows.setdefault(name, []).append(row[of])
    return list(rows), np.array(list(rows.values()))


def _weights(sample: dict[str, Any], row: Mapping[str, Any]) -> np.ndarray:
    layer = sample["weights"][row["kind"]][row["layer"] - 1]
    return np.array(layer[row["head"] - 1])
