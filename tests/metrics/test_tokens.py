"""Perplexity by hand."""

import math
import subprocess
import sys

import pytest

from attnbook.metrics.tokens import perplexity


def test_perplexity_of_equal_chances_is_their_number():
    assert perplexity(math.log(17)) == pytest.approx(17)
    assert perplexity(0.0) == 1


def test_no_figure_pays_for_another():
    """Who measures alignments or tokens need not wait for sacrebleu."""
    wanted = (
        "import sys, attnbook.metrics.alignment, "
        "attnbook.metrics.tokens; "
        "print('sacrebleu' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", wanted], capture_output=True, text=True
        ).stdout
        == "False\n"
    )
