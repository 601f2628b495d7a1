"""Figures and tables have numbers, captions and links; drawings are inlined."""

from tests.extension import forms


def captions(page) -> list[str]:
    found = page.select("figure.numbered > figcaption")
    return [" ".join(caption.get_text(" ").split()) for caption in found]


def test_figures_and_tables_are_counted_apart(page) -> None:
    """From the number of the chapter; a picture without caption has none."""
    assert captions(page) == [
        "Figure 7.1 A gate . Link to Figure 7.1",
        "Figure 7.2 Blue. Link to Figure 7.2",
        "Table 7.1 One. How this was measured "
        "chapter7 . findings . a . b ( 7 ) The recipe, with every size and "
        "setting Link to Table 7.1",
    ]
    assert not page.select("#cell-drawing figure")


def test_the_line_of_a_stored_result_is_folded_into_its_caption(page) -> None:
    """With the link to its recipe; other code stays above its figure."""
    (fold,) = page.select("figcaption details.measured")
    assert fold.select_one("pre").get_text() == "chapter7.findings.a.b(7)\n"
    assert fold.select_one("p > a")["href"] == "#cell-inside"
    assert not fold.has_attr("open")
    assert not page.select("#cell-table > .cell_input")
    assert page.select("#cell-picture > .cell_input")


def test_a_drawing_stands_in_the_page_itself(page) -> None:
    """So its colours are the page's; its other form is not shown."""
    for cell in ("drawing", "svg"):
        (svg,) = page.select(f"#cell-{cell} .drawing > svg")
        assert svg["aria-label"] == "One box."
        assert "var(--ink" in str(svg)
        assert not page.select(f"#cell-{cell} img")


def test_a_live_figure_is_a_figure_and_other_html_is_nothing(shown) -> None:
    live = forms.shown(html="<div data-live-figure><table></table></div>")
    other = forms.shown(html="<p>Other.</p>")
    cells = [
        forms.code("live", "live()", live, forms.caption("Live.")),
        forms.code("other", "other()", other, forms.caption("Other.")),
        forms.code("words", "words()", forms.caption("A"), forms.caption("B")),
    ]
    assert numbers(shown("links numbers", "# 3. Three", *cells)) == [
        "Figure 3.1"
    ]


def test_a_page_without_a_number_numbers_nothing(shown) -> None:
    table = forms.shown(html=forms.TABLE)
    cell = forms.code("table", "table()", table, forms.caption("One."))
    page = shown("links numbers", "# Exercises to chapter 3", cell)
    assert numbers(page) == []


def numbers(page) -> list[str]:
    return [found.get_text() for found in page.select(".caption-number")]
