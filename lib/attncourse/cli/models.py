"""The commands that use a trained model: `translate`, `caption`, `classify` and
`complete`.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any

import typer

from attncourse.cli.common import note, one_thread, say, shown, told
from attncourse.cli.lines import lines, readable

CHUNK = 1000  # lines of a file that are translated together
MODEL = "translate-en-fr-bahdanau"
CAPTIONER = "caption-scenes-attention"
LANGUAGE = "lm-captions"
OWN = "A shipped model's name, or a .safetensors file, such as one of `run {}`."
CLASSIFIER = "vit-digits"
Model = Annotated[
    str, typer.Option(help="A shipped model's name, or a .safetensors file.")
]
Images = Annotated[
    list[Path], typer.Argument(help="Image files: JPEG, PNG and others.")
]
Beam = Annotated[
    int,
    typer.Option(
        min=1, max=100, help="Hypotheses kept at each step; 1 is greedy."
    ),
]


def translate(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(help="Sentences; without any, standard input."),
    ] = None,
    model: Annotated[str, typer.Option(help=OWN.format("pairs"))] = MODEL,
    beam: Beam = 1,
) -> None:
    """Translate sentences, or standard input: a line for each line, an empty
    one for an empty one.

    A terminal is answered line by line, a file in large batches. Bytes that are
    not UTF-8 are read as U+FFFD. A sentence that is too long is told on
    standard error and answered by an empty line, and the status is 2. What else
    one should know of an answer is told there, too: letters that the model does
    not know, a translation that was cut.
    """
    failed, before = False, 0
    with told(model):
        if sys.stdin is None and not sentences:
            raise ValueError(
                "there is nothing to read: no sentence is given, and standard "
                "input is closed"
            )
        from tqdm import tqdm

        translator = _model(model, "translate")
        given = map(_text, sentences) if sentences else lines(sys.stdin.buffer)
        waiting = not sentences and sys.stdin.isatty()
        read = map(readable, count(1), given)
        shows = sys.stderr.isatty() and not sys.stdout.isatty()
        hidden = bool(sentences) or waiting or not shows
        bar = tqdm(unit=" lines", disable=hidden)
        while chunk := list(islice(read, 1 if waiting else CHUNK)):
            failed |= None in chunk
            answers = translator.translate(
                [line or "" for line in chunk],
                beam=beam,
                warn=partial(_remark, "sentence", before),
            )
            say("".join(f"{line}\n" for line in answers), nl=False)
            before += len(chunk)
            bar.update(len(chunk))
        bar.close()
    if failed:
        raise typer.Exit(2)


def caption(
    images: Images,
    model: Annotated[
        str, typer.Option(help=OWN.format("caption-folder"))
    ] = CAPTIONER,
    beam: Beam = 1,
) -> None:
    """Describe images: a caption for one, "FILE: caption" for each of several.

    An image that cannot be read is told on standard error; the others are
    described, and the status is 2. An image that is plainly none of the scenes
    that the shipped models know is described, with a word on standard error.
    """
    with told(model):
        from attncourse.chapter3 import scenes

        captioner = _model(model, "caption")

    def describe(path: Path) -> str:
        seen = captioner.prepare(path)
        if model.startswith("caption-scenes") and not scenes.like(seen):
            note(
                f"less than half of {shown(path)} is white, unlike "
                f"the scenes that {model} knows: do not trust its caption"
            )
        (said,) = captioner.caption(
            [seen],
            beam=beam,
            warn=lambda _, text: note(f"the caption of {shown(path)}: {text}"),
        )
        return said

    _answer_each(images, describe)


def classify(
    images: Images,
    model: Model = CLASSIFIER,
    count: Annotated[
        int, typer.Option(min=1, help="Classes named, the most probable first.")
    ] = 3,
) -> None:
    """Say what images show: the most probable classes, each with its
    probability, and the file's name before them if there are several.

    An image that cannot be read is told on standard error; the others are
    classified, and the status is 2. A model of digits reads a drawing on
    paper of any colour, cut to what is drawn. The model may also be a folder
    with a Vision Transformer of the package `transformers`, or with a network
    its name, such as google/vit-base-patch16-224.
    """
    with told(model):
        classifier = _classifier(model)

    def say(path: Path) -> str:
        (shares,) = classifier.classify([path])
        first = list(shares.items())[:count]
        return ", ".join(f"{name} {share:.2f}" for name, share in first)

    _answer_each(images, say)


def complete(
    beginnings: Annotated[
        list[str] | None,
        typer.Argument(help="How texts begin; without any, from nothing."),
    ] = None,
    model: Annotated[str, typer.Option(help=OWN.format("text"))] = LANGUAGE,
    temperature: Annotated[
        float,
        typer.Option(min=0, help="0 takes the most probable token each time."),
    ] = 1.0,
    top_k: Annotated[
        int | None,
        typer.Option(min=1, help="Draw among so many tokens, the likeliest."),
    ] = None,
    top_p: Annotated[
        float,
        typer.Option(
            help="Draw among the fewest tokens that together have this "
            "probability."
        ),
    ] = 1.0,
    count: Annotated[
        int,
        typer.Option(min=1, max=1000, help="Texts for each beginning."),
    ] = 1,
    seed: Annotated[
        int,
        typer.Option(
            min=0, max=2**64 - 1, help="Another one draws other tokens."
        ),
    ] = 1,
) -> None:
    """Go on with texts: each beginning, and what the language model adds, one
    text a line.
    """
    with told(model):
        given = [_text(text) for text in beginnings or [""]]
        completer = _model(model, "complete")
        texts = completer.complete(
            [text for text in given for _ in range(count)],
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            seed=seed,
            warn=partial(_remark, "text", 0),
        )
        say("\n".join(texts))


def _answer_each(images: list[Path], answer: Callable[[Path], str]) -> None:
    """A line for each image, with its name if there are several. One that has
    no answer is told, and the status is 2.
    """
    failed = False
    for path in images:
        name = f"{shown(path)}: " if len(images) > 1 else ""
        try:
            with told(path):
                say(name + answer(path))
        except typer.Exit:
            failed = True
    if failed:
        raise typer.Exit(2)


def _text(argument: str) -> str:
    """An argument whose bytes are not UTF-8, too."""
    return os.fsencode(argument).decode(errors="replace")


def _remark(kind: str, before: int, i: int, text: str) -> None:
    """What one should know of an answer, on standard error."""
    note(f"{kind} {before + i + 1}: {text}")


def _classifier(name: str) -> Any:
    """A classifier by name or file, or one that others have trained."""
    from attnbook import pretrained

    path = Path(name)
    if path.is_dir() or ("/" in name and not path.suffix and not path.exists()):
        one_thread()
        return pretrained.vit(name)
    return _model(name, "classify")


def _model(name: str, verb: str) -> Any:
    """A model that has this method, by name or file."""
    from attnbook import pretrained

    one_thread()
    path = Path(name)
    model = (
        pretrained.read(path)
        if path.suffix == ".safetensors" or path.exists()
        else pretrained.load(name)
    )
    if not hasattr(model, verb):
        kind = type(model).__name__.lower()
        raise ValueError(f"{name} does not {verb}: its kind is {kind}")
    return model
