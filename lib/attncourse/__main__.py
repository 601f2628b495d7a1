"""`python -m attncourse` is `attnbook`."""

from attncourse.cli import app

app()
