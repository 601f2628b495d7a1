"""The command line `attnbook`: run, evaluate, translate, data, release.

What a command needs is imported inside it: asking for help loads no model, no
torch.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any

import typer

from attnbook import files, recipes, results

CHUNK = 1000  # lines of a file that are translated together
MODEL = "translate-en-fr-bahdanau"

app = typer.Typer(
    help="Attention and Transformers: train, measure and use the models of the "
    "course.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
Model = Annotated[
    str, typer.Option(help="A shipped model's name, or a .safetensors file.")
]
Beam = Annotated[
    int,
    typer.Option(
        min=1, max=100, help="Hypotheses kept at each step; 1 is greedy."
    ),
]


@contextmanager
def _told() -> Iterator[None]:
    """What a user can mend is one line on standard error, and status 2; a
    reader that has gone needs no line.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (ImportError, OSError, ValueError) as error:
        typer.echo(f"attnbook: {error}", err=True)
        raise typer.Exit(2) from error


def _one_thread() -> None:
    """Models as small as these run fastest on one core, and share a machine
    best; OMP_NUM_THREADS says otherwise.
    """
    import torch

    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(1)


def _version(asked: bool) -> bool:
    if asked:
        typer.echo(f"attnbook {metadata.version('attnbook')}")
        raise typer.Exit
    return asked


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Say it and end.",
        ),
    ] = False,
) -> None:
    pass


@app.command()
def run(
    name: Annotated[
        str | None,
        typer.Argument(help="A recipe; without one, all are listed."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for weights and result; by default the run's own."
        ),
    ] = None,
    ship: Annotated[
        bool,
        typer.Option(
            "--ship", help="Write into the package instead (for maintainers)."
        ),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bars.")
    ] = False,
) -> None:
    """Run a recipe: train its models, measure them, write weights and a result
    file.

    A run that was stopped goes on where it was. Checkpoints lie in the folder
    ATTNBOOK_RUNS, by default in the user's cache; Multi30k is fetched once, or
    read from the folder ATTNBOOK_DATA.
    """
    if name is None:
        for known, entry in recipes.CATALOGUE.items():
            typer.echo(
                f"{known}: {entry.makes}\n    took: {_cost(known)}; needs: "
                f"{entry.needs}"
            )
        return
    with _told():
        if out and ship:
            raise ValueError(
                f"--ship writes into the package, --out elsewhere: choose one "
                f"(--out {out})"
            )
        recipe = recipes.load(name)
        from attnbook.recipes.place import Place

        _one_thread()
        place = Place.package() if ship else Place(out)
        recipe.run(place, progress=not quiet)
        typer.echo(f"result: {place.result(name)}")


def _cost(name: str) -> str:
    """How long the stored run trained, and on what."""
    if name not in results.names():
        return "not measured"
    made = results.load(name).made
    took = made["seconds"]
    time = f"{took / 60:.0f} minutes" if took >= 90 else f"{took:.0f} seconds"
    return f"{time} of training on {made['machine']['cpu']}"


@app.command()
def evaluate(
    model: Model,
    split: Annotated[str, typer.Option(help="val or test.")] = "test",
    beam: Beam = 1,
) -> None:
    """BLEU of a model on the real sentences of Multi30k (lower case, 13a), with
    sacrebleu's signature.
    """
    with _told():
        from attnbook.data import translation
        from attnbook.metrics.bleu import bleu

        translator = _model(model, "translate")
        sources, references = zip(
            *translation.load("multi30k", "en-fr", split), strict=True
        )
        score, signature = bleu(
            translator.translate(sources, beam=beam), references
        )
        typer.echo(
            f"BLEU {score:.2f} on {len(sources)} sentences of {split}, beam "
            f"{beam}\n{signature}"
        )


@app.command()
def translate(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(help="Sentences; without any, standard input."),
    ] = None,
    model: Model = MODEL,
    beam: Beam = 1,
) -> None:
    """Translate sentences, or standard input: a line for each line, an empty
    one for an empty one.

    A terminal is answered line by line, a file in large batches. Bytes that are
    not UTF-8 are read as U+FFFD.
    """
    with _told():
        if sys.stdin is None and not sentences:
            raise ValueError(
                "there is nothing to read: no sentence is given, and standard "
                "input is closed"
            )
        translator = _model(model, "translate")
        given = [
            os.fsencode(sentence).decode(errors="replace")
            for sentence in sentences or []
        ]
        for chunk in [given] if given else _chunks(sys.stdin.buffer):
            typer.echo(
                "".join(
                    f"{line}\n"
                    for line in translator.translate(chunk, beam=beam)
                ),
                nl=False,
            )


def _chunks(stream: Any) -> Iterator[list[str]]:
    """The lines of a stream, many together; one by one where somebody waits for
    each answer.
    """
    # a byte order mark is no word
    first = stream.readline().removeprefix(b"\xef\xbb\xbf")
    lines = chain([first] if first else [], stream)
    while chunk := list(islice(lines, 1 if stream.isatty() else CHUNK)):
        yield [line.decode(errors="replace").rstrip("\r\n") for line in chunk]


@app.command()
def data(
    name: Annotated[
        str | None,
        typer.Argument(help="A corpus to fetch and check, such as multi30k."),
    ] = None,
    pair: Annotated[
        str, typer.Option(help="Languages, source first.")
    ] = "en-fr",
) -> None:
    """List the corpora, or fetch one and check every file against its
    SHA-256.
    """
    with _told():
        from attnbook.data import translation

        if name is None:
            typer.echo(
                f"cache: {files.cache()}\nATTNBOOK_DATA: "
                f"{os.environ.get('ATTNBOOK_DATA', 'not set')}"
            )
            for corpus, pairs in translation.PAIRS.items():
                typer.echo(f"{corpus}: {', '.join(pairs)}")
            return
        for split in translation.SPLITS:
            typer.echo(
                f"{name} {pair} {split}: "
                f"{len(translation.load(name, pair, split))} pairs"
            )


@app.command()
def release(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Exercise notebooks with their solutions."),
    ],
    to: Annotated[Path, typer.Option(help="Folder for the student editions.")],
    address: Annotated[
        str | None,
        typer.Option(
            help="Where the editions will stand on GitHub, for the badge."
        ),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(help="A built site that must not show these solutions."),
    ] = None,
) -> None:
    """Make student editions: solutions taken out, checks kept. With --site,
    fail if a solution stands on it.
    """
    with _told():
        from attnbook.grading import release as editions
        from attnbook.grading.leaks import leaks

        for path in editions.release(sources, to, address):
            typer.echo(path)
        found = leaks(sources, [site]) if site else []
        if found:
            raise ValueError("\n".join(["solutions are public:", *found]))


def _model(name: str, verb: str) -> Any:
    """A model that has this method, by name or file."""
    from attnbook import pretrained

    _one_thread()
    path = Path(name)
    model = (
        pretrained.read(path)
        if path.suffix == ".safetensors" or path.exists()
        else pretrained.load(name)
    )
    if not hasattr(model, verb):
        raise ValueError(
            f"{name} is a {type(model).__name__.lower()}: it does not {verb}"
        )
    return model
