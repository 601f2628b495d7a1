"""The commands that make what students get: `release`, `assign`."""

from pathlib import Path
from typing import Annotated

import typer

from attncourse.cli.common import note, one_thread, say, shown, told

SITE = Annotated[
    Path | None,
    typer.Option(help="A built site that must not show these solutions."),
]
MODELS = Annotated[
    bool,
    typer.Option(
        "--model-answers/--no-model-answers",
        help="Leave model answers in, or take them out.",
    ),
]
EXPLANATIONS = Annotated[
    bool,
    typer.Option(
        "--explanations/--no-explanations",
        help="Leave in what is said of each choice, or take it out.",
    ),
]
PUBLIC = (
    "note that the answers to exercises of the course are public: its site "
    "shows them"
)
NOWHERE = (
    "note that the notebook installs the course from github.com/OWNER: "
    "where students have not installed it, first write make owner OWNER=name "
    "here, and assign again"
)


def _without(model_answers: bool, explanations: bool) -> list[str]:
    """The folds that students do not get."""
    from attncourse.grading.parts import CHOICES, MODEL

    return [MODEL] * (not model_answers) + [CHOICES] * (not explanations)


def release(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Exercise notebooks with their solutions."),
    ],
    to: Annotated[Path, typer.Option(help="Folder for the student editions.")],
    site: SITE = None,
    model_answers: MODELS = True,
    explanations: EXPLANATIONS = True,
) -> None:
    """Make student editions: solutions taken out, checks kept. With --site,
    make none if a solution stands on it.
    """
    with told(*sources, to, site or ""):
        from attncourse.grading import release as editions
        from attncourse.grading.leaks import leaks

        found = leaks(sources, [site]) if site else []
        if found:
            raise ValueError("\n".join(["solutions are public:", *found]))
        without = _without(model_answers, explanations)
        for path in editions.release(sources, to, without):
            say(shown(path))


def assign(
    to: Annotated[
        Path, typer.Option(help="A new folder; its name is the assignment's.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            help="Of this class: chooses cases that no notebook has.", min=1
        ),
    ],
    exercises: Annotated[
        str, typer.Option(help="Numbers of exercises, as 5.2,5.4,7.3.")
    ],
    points: Annotated[
        str, typer.Option(help="Points of each, as 2,2,3. By default 1.")
    ] = "",
    source: Annotated[
        Path, typer.Option(help="The folder of the exercise notebooks.")
    ] = Path("chapters/exercises"),
    cases: Annotated[
        Path | None,
        typer.Option(help="A Python file of your own cases (see the guide)."),
    ] = None,
    site: SITE = None,
    model_answers: MODELS = True,
    explanations: EXPLANATIONS = True,
) -> None:
    """Make an assignment of chosen exercises: one notebook for students, and a
    folder that you keep.
    """
    with told(to, source, cases or "", site or ""):
        from attncourse.grading import assignment, parts

        one_thread()
        without = _without(model_answers, explanations)
        options = assignment.Options(cases, site, without)
        numbers = exercises.replace(" ", "").split(",")
        worth = _worth(numbers, points)
        chosen = parts.found(source, numbers)
        made = assignment.assign(chosen, to, to.name, worth, seed, options)
        for path in made:
            say(shown(path))
        if not site and assignment.public(chosen):
            note(PUBLIC)
        if assignment.homeless(chosen):
            note(NOWHERE)


def _worth(numbers: list[str], points: str) -> dict[str, float]:
    """The points of each exercise."""
    each = [float(p) for p in points.split(",")] if points else []
    each = each or [1.0] * len(numbers)
    if len(each) != len(numbers) or not all(0 < p < 1e6 for p in each):
        raise ValueError(
            "each exercise needs its points, above 0: "
            f"{len(numbers)} exercises, {len(each)} numbers"
        )
    return dict(zip(numbers, each, strict=True))
