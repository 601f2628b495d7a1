"""`python -m attnbook` is `attnbook`."""

from attnbook.cli import app

app()
