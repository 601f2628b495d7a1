"""The command line `attnbook`: train, evaluate, translate, data, release."""

import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from attnbook import files, pretrained
from attnbook.data import translation
from attnbook.grading import release as editions
from attnbook.metrics import bleu as metrics
from attnbook.recipes import align, compare, memory
from attnbook.recipes import translate as translation_recipes
from attnbook.train import checkpoint

RECIPES: dict[str, Any] = translation_recipes.RECIPES | compare.RECIPES | align.RECIPES | memory.RECIPES
PACKAGE = Path(str(resources.files("attnbook")))

app = typer.Typer(
    help="Attention and Transformers: train, measure and use the models of the course.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _fail(error: Exception) -> NoReturn:
    typer.echo(f"attnbook: {error}", err=True)
    raise typer.Exit(2)


@app.command()
def train(
    name: Annotated[str, typer.Argument(help=f"What to train: {', '.join(RECIPES)}.")],
    out: Annotated[Path | None, typer.Option(help="Folder for weights and result; by default the run's own.")] = None,
    ship: Annotated[bool, typer.Option("--ship", help="Write into the package instead (for maintainers).")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bars.")] = False,
) -> None:
    """Run a recipe: train its models, measure them, write weights and a result file.

    A run that was stopped goes on where it was. Checkpoints lie in the folder ATTNBOOK_RUNS, by default in the
    user's cache; Multi30k is fetched once, or read from the folder ATTNBOOK_DATA.
    """
    recipe = _known(name)
    folder = out or checkpoint.runs() / name
    weights = (PACKAGE / "weights" if ship else folder) / f"{name}.safetensors"
    measured = (PACKAGE / "results" if ship else folder) / f"{name}.json"
    try:
        if name in translation_recipes.RECIPES:
            translation_recipes.train(recipe, weights, measured, progress=not quiet)
        else:
            module = next(m for m in (compare, align, memory) if name in m.RECIPES)
            module.train(recipe, measured, progress=not quiet)
    except (OSError, ValueError) as error:
        _fail(error)
    typer.echo(f"result: {measured}")


@app.command()
def evaluate(
    model: Annotated[str, typer.Option(help="A shipped model's name, or a .safetensors file.")],
    split: Annotated[str, typer.Option(help="val or test.")] = "test",
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses kept at each step; 1 is greedy.")] = 1,
) -> None:
    """BLEU of a model on the real sentences of Multi30k (lower case, 13a), with sacrebleu's signature."""
    try:
        translator = _model(model)
        sources, references = zip(*translation.load("multi30k", "en-fr", split), strict=True)
        bleu, signature = metrics.bleu(translator.translate(sources, beam=beam), references)
    except (OSError, ValueError) as error:
        _fail(error)
    typer.echo(f"BLEU {bleu:.2f} on {len(sources)} sentences of {split}, beam {beam}\n{signature}")


@app.command("translate")
def translate_text(
    sentences: Annotated[list[str] | None, typer.Argument(help="Sentences; without any, standard input.")] = None,
    model: Annotated[str, typer.Option(help="A shipped model's name, or a .safetensors file.")] = (
        "translate-en-fr-bahdanau"
    ),
    beam: Annotated[int, typer.Option(min=1, help="Hypotheses kept at each step; 1 is greedy.")] = 1,
) -> None:
    """Translate sentences, or standard input line by line; an empty line gives an empty line."""
    try:
        translator = _model(model)
        for line in sentences or _lines():
            typer.echo(translator.translate([line], beam=beam)[0])
            sys.stdout.flush()
    except (OSError, ValueError) as error:
        _fail(error)


@app.command()
def data(
    name: Annotated[str | None, typer.Argument(help="A corpus to fetch and check, such as multi30k.")] = None,
    pair: Annotated[str, typer.Option(help="Languages, source first.")] = "en-fr",
) -> None:
    """List the corpora, or fetch one and check every file against its SHA-256."""
    if name is None:
        typer.echo(f"cache: {files.cache()}")
        for corpus, pairs in translation.PAIRS.items():
            typer.echo(f"{corpus}: {', '.join(pairs)}")
        return
    try:
        for split in translation.SPLITS:
            typer.echo(f"{name} {pair} {split}: {len(translation.load(name, pair, split))} pairs")
    except (OSError, ValueError) as error:
        _fail(error)


@app.command()
def release(
    sources: Annotated[list[Path], typer.Argument(help="Exercise notebooks with their solutions.")],
    to: Annotated[Path, typer.Option(help="Folder for the student editions.")],
    address: Annotated[str | None, typer.Option(help="Where the editions will stand on GitHub, for the badge.")] = None,
    site: Annotated[Path | None, typer.Option(help="A built site that must not show these solutions.")] = None,
) -> None:
    """Make student editions: solutions taken out, checks kept. With --site, fail if a solution stands on it."""
    try:
        for path in editions.release(sources, to, address):
            typer.echo(path)
        found = editions.leaks(sources, [site]) if site else []
    except (ImportError, OSError, ValueError) as error:
        _fail(error)
    if found:
        _fail(ValueError("\n".join(["solutions are public:", *found])))


def _lines() -> Iterator[str]:
    for line in sys.stdin:
        yield line.rstrip("\r\n")


def _known(name: str) -> Any:
    if name not in RECIPES:
        _fail(ValueError(f"unknown recipe: {name!r}; there are {', '.join(RECIPES)}"))
    return RECIPES[name]


def _model(name: str) -> pretrained.Translator:
    path = Path(name)
    return pretrained.read(path) if path.suffix == ".safetensors" else pretrained.load(name)
