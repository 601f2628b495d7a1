"""The check of the alignment error rate: right answers, and its cases."""

from attnbook.check.links import alignment_error_rate
from attnbook.metrics import alignment
from tests.check.said import said


def test_the_library_passes(capsys):
    alignment_error_rate(alignment.alignment_error_rate)
    assert "right in all 7 cases" in capsys.readouterr().out


def test_errors_counted_in_place_of_hits_pass(capsys):
    def errors(found, sure, possible):
        wrong = len(found - possible) + len(sure - found)
        return wrong / (len(found) + len(sure))

    alignment_error_rate(errors)
    assert "right" in capsys.readouterr().out


def test_possible_links_hold_the_sure_ones_in_every_case():
    for case in alignment_error_rate.cases:
        given = case.make()
        assert given["sure"] <= given["possible"]


def test_the_counts_of_the_wrong_case_are_shown():
    def product(found, sure, possible):
        both = len(found & sure) * len(found & possible)
        return 1 - both / (len(found) * len(sure) + 1)

    lines = said(alignment_error_rate, product).splitlines()
    assert "|A| = 3, |S| = 3, |A and S| = 3, |A and P| = 3" in lines[2]
