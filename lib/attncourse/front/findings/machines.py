"""How long the stored runs trained, and on what."""

from attncourse.experiments import recipes, results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

LONG = 30 * 60  # seconds of training that one waits for


def long_runs() -> Finding:
    """The recipes that take longest, each with its command."""
    stored = {
        name: results.load(name)
        for name in recipes.catalogue()
        if name in results.names()
    }
    took = {
        name: one.made["seconds"]
        for name, one in stored.items()
        if one.made["seconds"] >= LONG
    }
    rows = [
        {
            "attnbook run": name,
            "what it trains": recipes.catalogue()[name].makes,
            "minutes": round(took[name] / 60),
        }
        for name in sorted(took, key=lambda name: -took[name])
    ]
    machines = [stored[name].made["machine"] for name in took]
    most = max(machine["threads"] for machine in machines)
    assert not any("processes" in one for one in machines), "in one process"
    chips = " or ".join(sorted({machine["cpu"] for machine in machines}))
    caption = f"""These stored runs trained for at least {LONG // 60} minutes,
    trials of rates and dropouts included, each on one server ({chips}) with at
    most {most} threads."""
    return Finding(
        "machines.long_runs",
        tables.table(rows),
        caption,
        tuple(stored[name] for name in took),
    )
