"""The command `data`."""

from typing import Annotated

import typer

from attncourse.cli.common import say, told


def data(
    name: Annotated[
        str,
        typer.Argument(help="A corpus to fetch and check, such as multi30k."),
    ],
    pair: Annotated[
        str, typer.Option(help="Languages, source first.")
    ] = "en-fr",
) -> None:
    """Fetch a corpus and check every file against its SHA-256."""
    with told(name, pair):
        from attnbook.data import translation

        for split in translation.SPLITS:
            say(
                f"{name} {pair} {split}: "
                f"{len(translation.load(name, pair, split))} pairs"
            )
