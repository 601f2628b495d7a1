"""The slides of every chapter; `make test` looks at one."""

import pytest
from paper import slides

from tests.paper.test_slides import check_all_is_there


@pytest.mark.parametrize("path", slides.CHAPTERS, ids=lambda path: path.stem)
def test_all_figures_and_ideas_are_there(path) -> None:
    check_all_is_there(path, slides.convert(path))
