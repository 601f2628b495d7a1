"""The command `run`."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from typer import Argument, Exit, Option

from attncourse.cli.common import note, one_thread, say, shown, told
from attncourse.experiments import recipes, results

STOPPED = (
    "stopped: progress up to the last checkpoint is saved in {}, and the "
    "same command resumes from there"
)


def run(
    name: Annotated[
        str | None, Argument(help="A recipe; without one, all are listed.")
    ] = None,
    out: Annotated[
        Path | None,
        Option(help="Folder for weights and result; by default the run's own."),
    ] = None,
    ship: Annotated[
        bool,
        Option(
            "--ship", help="Write into the package instead (for maintainers)."
        ),
    ] = False,
    quiet: Annotated[bool, Option("--quiet", help="No progress bars.")] = False,
    folder: Annotated[
        Path | None,
        Option(help="For caption-folder: the images to learn from."),
    ] = None,
    captions: Annotated[
        Path | None,
        Option(
            help="Their captions: a file, by default captions.txt in the "
            "folder or above it."
        ),
    ] = None,
    file: Annotated[
        Path | None,
        Option(
            help="For text: a text of 200 kB or more. For pairs: a few "
            "thousand lines, each a sentence, a tab and its translation."
        ),
    ] = None,
    accumulate: Annotated[
        int, Option(help="Pieces per batch, run in turn to save memory.")
    ] = 1,
    autocast: Annotated[
        bool, Option("--autocast", help="Matrix products in bfloat16.")
    ] = False,
    compiled: Annotated[
        bool, Option("--compile", help="torch.compile the loss.")
    ] = False,
    gpu: Annotated[bool, Option("--gpu", help="Train on a GPU.")] = False,
) -> None:
    """Run a recipe: train its models, measure them, write weights and a result
    file.

    A stopped run resumes where it was. Checkpoints are in the folder
    ATTNBOOK_RUNS, by default in the user's cache; Multi30k is fetched once, or
    read from the folder ATTNBOOK_DATA. `caption-folder` trains on a folder
    of your own images, `text` on a text of your own, `pairs` on tab-separated
    sentence pairs; `caption`, `complete` and `translate` use the models.

    On several processes: `torchrun --nproc-per-node 2 -m attncourse run NAME`.
    """
    if name is None:
        for known, entry in recipes.catalogue().items():
            say(
                f"{known}: {entry.makes}\n    took: {_cost(known)}; needs: "
                f"{entry.needs}"
            )
        return
    with told(name, out or "", folder or "", captions or "", file or ""):
        if out and ship:
            raise ValueError(
                f"--ship writes into the package, --out elsewhere: choose one "
                f"(--out {out})"
            )
        recipe = _given(
            recipes.load(name), folder=folder, captions=captions, file=file
        )
        from attnbook.train import checkpoint, engine
        from attncourse.experiments.workspace import Workspace

        one_thread()
        workspace = Workspace.package() if ship else Workspace(out)
        chosen = engine.Engine(accumulate, autocast, compiled, gpu)
        try:
            with engine.using(chosen), engine.team(), TemporaryDirectory() as x:
                first = not engine.rank()  # all measure, one writes
                place = workspace if first else Workspace(Path(x))
                recipe.run(place, progress=first and not quiet)
                if first:
                    say(f"result: {shown(workspace.result(name))}")
        except KeyboardInterrupt:
            note(STOPPED.format(shown(checkpoint.runs())))
            raise Exit(130) from None


def _given(recipe: Any, **asked: Path | None) -> Any:
    """The recipe with the reader's own files, if it takes them."""
    given = {key: path for key, path in asked.items() if path is not None}
    for key, path in given.items():
        if not hasattr(recipe, key):
            raise ValueError(
                f"{recipe.name} takes no --{key}: leave out --{key} {path}"
            )
    captions = given.get("captions")
    if captions and captions.is_file():
        given["captions"] = captions.absolute()
    return replace(recipe, **{key: str(path) for key, path in given.items()})


def _cost(name: str) -> str:
    """How long the stored run trained, and on what."""
    if name not in results.names():
        return "not measured"
    made = results.load(name).made
    took = made["seconds"]
    time = f"{took / 60:.0f} minutes" if took >= 90 else f"{took:.0f} seconds"
    spent = f"{time} of training" if took else "no training, it measures"
    return f"{spent} on {made['machine']['cpu']}"
