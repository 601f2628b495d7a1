"""A comparison that was tried to be refuted: on each side the best rate lies
inside its grid, and only the validation loss ends a run.
"""

from collections.abc import Mapping
from typing import Any

from attnbook.train.run import DivergedError
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Case, Rows, Trials
from attncourse.experiments.workspace import Workspace

PATIENCE, CUT, DIVERGED = "patience", "cut", "diverged"
"""Why a run stopped."""


class Comparison(Trials):
    """Trials whose result holds the evidence: a row of `runs` for each
    training, those of the search included, and the `epochs` of those that are
    compared.

    The rate of each case is searched by itself, on the first seed, from `rates`
    outwards until the best has a worse one on both sides.
    """

    factor = 2.0  # from one rate to the next, outside of `rates`
    most = 12  # rates that are tried

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """By default what is measured after each epoch."""
        after = self.after(case, seed)
        found = after(model) if after else {}
        return {"accuracy": [case | {"seed": seed} | found]}

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Search, train, measure, and write the result."""
        workspace.check_writable(self.name)
        tables: dict[str, Rows] = {
            name: [] for name in ("runs", "epochs", *self.measures)
        }
        models = []
        for case in self.cases():
            rate, histories = self.search(case, workspace)
            for seed in self.seeds:
                model, history = self.fit(case, seed, rate, workspace)
                histories[rate, seed] = history
                of = case | {"seed": seed}
                tables["epochs"] += [of | row for row in history]
                for name, rows in self.measure(model, case, seed).items():
                    tables[name] += rows
                if seed == self.seeds[0]:
                    models.append((case, model))
            tables["runs"] += self._runs(case, rate, histories)
        return workspace.write(
            self,
            seconds=sum(row["seconds"] for row in tables["runs"]),
            values=self.values(),
            tables=tables | self.tables(),
            samples=self.samples(models),
        )

    def search(
        self, case: Case, workspace: Workspace
    ) -> tuple[float, dict[tuple[float, int], Rows]]:
        """The best rate, and the history of each that had to be tried, by rate
        and seed; none of a run that diverged.
        """
        seed, todo = self.seeds[0], list(self.rates)
        found: dict[tuple[float, int], Rows] = {}
        while todo:
            for rate in todo:
                try:
                    _, history = self.fit(case, seed, rate, workspace)
                except DivergedError:
                    history = []
                found[rate, seed] = history
            best, tried = _best(found), sorted(rate for rate, _ in found)
            beyond = {
                tried[0]: tried[0] / self.factor,
                tried[-1]: tried[-1] * self.factor,
            }
            todo = [beyond[best]] if best in beyond else []
            if len(tried) >= self.most:
                break
        return _best(found), found

    def _runs(
        self, case: Case, best: float, histories: Mapping[Any, Rows]
    ) -> Rows:
        """A row for each training: how it ended, and what it cost."""
        rows = []
        for (rate, seed), history in histories.items():
            losses = [row["validation"] for row in history]
            last = history[-1] if history else {"seconds": 0, "processor": 0}
            rows.append(
                case
                | {"rate": rate, "seed": seed, "chosen": int(rate == best)}
                | {
                    "stopped": stopped(history, self.settings.epochs),
                    "epochs": len(history),
                }
                | {"best": losses.index(min(losses)) + 1 if losses else None}
                | {"validation": min(losses, default=None)}
                | {name: last[name] for name in ("seconds", "processor")}
            )
        return rows


def stopped(history: Rows, epochs: int) -> str:
    """Why a run ended that had at most so many epochs."""
    if not history:
        return DIVERGED
    return CUT if len(history) == epochs else PATIENCE


def _best(histories: Mapping[tuple[float, int], Rows]) -> float:
    """The rate with the lowest validation loss of any epoch."""
    lowest = {
        rate: min(row["validation"] for row in history)
        for (rate, _), history in histories.items()
        if history
    }
    return min(lowest, key=lambda rate: lowest[rate])


def doubts(stored: Result) -> list[str]:
    """Why sides of a stored comparison may not be called better or worse: what
    was cut, or stands at the edge of its grid; none if nothing is known of its
    runs.
    """
    cases: dict[str, Rows] = {}
    known = {"rate", "seed", "chosen", "stopped", "epochs", "best"}
    known |= {"validation", "seconds", "processor"}
    for row in stored.tables.get("runs", ()):
        name = ", ".join(str(row[key]) for key in row if key not in known)
        cases.setdefault(name, []).append(dict(row))
    found = []
    for name, rows in cases.items():
        chosen = [row for row in rows if row["chosen"]]
        rate = chosen[0]["rate"]
        if any(row["stopped"] == CUT for row in chosen):
            found.append(f"{name} was cut")
        rates = [row["rate"] for row in rows]
        if not min(rates) < rate < max(rates):
            found.append(f"the rate of {name} is at the edge of its grid")
    return found
