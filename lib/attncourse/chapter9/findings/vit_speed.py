"""How fast a Vision Transformer trains, as ratios."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, threads
from attncourse.figures import tables

NAME = "vit-speed"


def training() -> Finding:
    """Ours is as fast as that of vit-pytorch."""
    stored = results.load(NAME)
    table = stored.table("speed")
    sizes = stored.recipe["models"]
    ratios = []
    rows = []
    for k, model in enumerate(sizes, 1):
        for step in ("forward", "backward"):
            ways = table.where(**{"model": k, "pass": step})
            own, _, peer = ways.column("images")
            ratios.append(own / peer)
            rows.append(
                {
                    "model": f"{model['side']} pixels, width {model['width']}",
                    "pass": step,
                }
                | {row["way"]: round(row["images"]) for row in ways.rows}
            )
    assert min(ratios) > 0.97, f"as fast: {ratios}"
    caption = f"""Images a second, forward alone and forward with backward, of
    models of the same sizes. Ours to that of vit-pytorch:
    {min(ratios):.2f} to {max(ratios):.2f}. Medians of
    {stored.recipe["rounds"]} rounds, all interleaved,
    {threads(stored)}."""
    return Finding("vit_speed.training", tables.table(rows), caption, (stored,))
