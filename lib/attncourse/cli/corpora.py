"""The command `data`."""

import os
from typing import Annotated

import typer

from attnbook import files
from attncourse.cli.common import say, told


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
    with told(name or "", pair):
        from attnbook.data import translation

        if name is None:
            say(
                f"cache: {files.cache()}\nATTNBOOK_DATA: "
                f"{os.environ.get('ATTNBOOK_DATA', 'not set')}"
            )
            for corpus, pairs in translation.PAIRS.items():
                say(f"{corpus}: {', '.join(pairs)}")
            return
        for split in translation.SPLITS:
            say(
                f"{name} {pair} {split}: "
                f"{len(translation.load(name, pair, split))} pairs"
            )
