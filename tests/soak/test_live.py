"""Every live figure in the window, and in the place without models, in which
`make test` does not look at it.
"""

import pytest

from tests.attncourse.live.site import test_figures, test_running


@pytest.mark.parametrize("k", range(len(test_figures.CASES)))
def test_it_stands_fits_and_can_be_used(browser, k):
    name, other = list(test_figures.CASES)[k], test_figures.WAYS[(k + 1) % 2]
    test_figures.test_it_stands_fits_and_can_be_used(browser, name, other)


@pytest.mark.parametrize("k", range(len(test_running.CASES)))
def test_where_nothing_can_run_it_says_why(browser, tmp_path, k):
    name, other = list(test_running.CASES)[k], test_running.WHERE[(k + 1) % 2]
    test_running.test_where_nothing_can_run_it_says_why(
        browser, tmp_path, name, other
    )
