"""Heat maps, lines and bars draw the data they are given, and say it."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import same_color

from attncourse.figures import heatmaps, images, plots, style, vector

pytestmark = pytest.mark.long

LABELS = {
    "xlabel": "source word",
    "ylabel": "target word",
    "alt": "What the picture shows, in words.",
}
MATRIX = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
LINES = {"one": [1.0, 4.0, 9.0], "two": [2.0, 3.0, 5.0]}
X = [1, 2, 3]


@pytest.fixture
def drawn(monkeypatch):
    """The matplotlib figures that were drawn, in order, for a look at their
    parts.
    """
    figures, save = [], FigureCanvasAgg.print_png

    def kept(canvas, *args, **options):
        figures.append(canvas.figure)
        return save(canvas, *args, **options)

    monkeypatch.setattr(FigureCanvasAgg, "print_png", kept)
    return figures


BAND = {"one": ([0, 3, 8], [2, 5, 9]), "two": (X, [4, 5, 6])}
DATA = {
    "heatmap": {"matrix": MATRIX, "rows": ["un", "chat"], "columns": [*"abc"]},
    "lines": {"x": X, "series": LINES, "band": BAND},
    "bars": {"labels": [*"abc"], "series": LINES, "error": BAND},
}
CHANGES = [
    ("heatmap", {"rows": ["chat", "un"]}),
    ("lines", {"band": {"one": BAND["two"], "two": BAND["one"]}}),
    ("bars", {"labels": ["a", "c", "b"]}),
]


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_exchanging_any_two_changes_the_text(name, change):
    """Who hears a plot hears all that it shows."""
    plot, given = getattr(plots, name), LABELS | DATA[name]
    assert plot(**given).alt != plot(**given | change).alt


def texts(labels):
    """What is written there, where anything is."""
    return [label.get_text() for label in labels if label.get_text()]


def ticks(axis):
    return texts(axis.get_ticklabels(which="both"))


def test_logarithmic_axes_have_plain_numbers(drawn):
    plots.lines([2, 1000], {"one": [1e-3, 1.0]}, logx=True, logy=True, **LABELS)
    plots.lines([20, 70], {"one": [1e-12, 1.0]}, logx=True, logy=True, **LABELS)
    wide, narrow = (figure.axes[0] for figure in drawn)
    assert {"10", "100", "1000"} <= set(ticks(wide.xaxis))
    assert {"0.001", "0.01", "0.1", "1"} <= set(ticks(wide.yaxis))
    assert {"20", "30", "40", "60"} <= set(ticks(narrow.xaxis))
    assert "10⁻¹²" in ticks(narrow.yaxis)


def cells(axes):
    """How opaque each cell is that is drawn, in the colour of weights."""
    found = [patch for patch in axes.patches if patch.get_fill()]
    weight = style.ROLES["weight"]
    assert all(same_color(p.get_facecolor()[:3], weight) for p in found)
    return {p.get_xy(): p.get_alpha() for p in found}


def test_a_heatmap_draws_its_matrix_from_empty_to_full(drawn):
    plots.heatmap(
        torch.tensor(MATRIX, requires_grad=True),
        rows=["un", "chat"],
        columns=["a", "b", "c$d$"],
        **LABELS,
    )
    axes = drawn[0].axes[0]
    assert cells(axes) == {
        (column - 0.5, row - 0.5): value
        for (row, column), value in np.ndenumerate(MATRIX)
        if value
    }
    steps = sorted(cells(drawn[0].axes[1]).values())
    assert np.allclose(np.diff(steps), 1 / len(steps))
    assert texts(axes.get_yticklabels()) == ["un", "chat"]
    assert texts(axes.get_xticklabels()) == ["a", "b", "c$d$"]
    assert axes.xaxis.get_ticks_position() == "top"


def test_thousands_of_cells_are_one_image_in_the_colour_of_weights(drawn):
    shares = np.linspace(0, 1, 6400).reshape(50, 128)
    names = [str(n) for n in range(128)]
    made = plots.heatmap(shares, names[:50], names, **LABELS)
    axes = drawn[0].axes[0]
    image = axes.images[0].get_array()
    assert np.allclose(image[..., 3], shares)
    assert same_color(image[0, 0, :3], style.ROLES["weight"])
    assert texts(axes.get_yticklabels()) == ["0", "10", "20", "30", "40"]
    assert made.svg.count("<mask") == made.svg.count('mask="url(#') == 1
    assert 'fill="var(--weight' in made.svg.split("</mask>")[1]
    assert "transform" not in made.svg.split("<image")[1].split(">")[0]
    photo = images.picture(np.ones((3, 6, 10)), alt="White.")
    assert "<image" in photo.svg and "<mask" not in photo.svg
    assert f'id="{vector.MASK}' not in made.svg, "a page has many plots"
    assert len(made.svg) + len(made.phone) < 100_000


@pytest.mark.parametrize("times", [1, 40])
def test_numbers_below_0_have_their_own_colour(drawn, times):
    """As cells and as images: 0 is empty, both limits are full."""
    signed = np.tile([[0.5, -1.0, 0.0]], (2 * times, times))
    made = plots.heatmap(signed, limits=(-1, 1), signed=True, **LABELS)
    below, above = (style.COLOURS[name] for name in heatmaps.SIGNS)
    axes, bar = drawn[0].axes
    if times == 1:
        found = [(p.get_facecolor()[:3], p.get_alpha()) for p in axes.patches]
        for (colour, alpha), share in zip(found, [0.5, -1] * 2, strict=True):
            assert same_color(colour, above if share > 0 else below)
            assert alpha == abs(share)
    else:
        parts = [image.get_array()[..., 3] for image in axes.images]
        assert np.allclose(parts[1] - parts[0], signed)
        assert made.svg.count("<mask") == 2
    ends = [bar.patches[k].get_facecolor()[:3] for k in (0, -1)]
    assert same_color(ends[0], below) and same_color(ends[1], above)
    assert "--weight" not in made.svg


def test_numbers_stand_in_their_cells_with_ink_that_shows(drawn):
    plots.heatmap(MATRIX, numbers=True, **LABELS)
    found = {
        text.get_position(): (text.get_text(), text.get_color())
        for text in drawn[0].axes[0].texts
    }
    assert found[1, 1] == ("1.00", style.CARD)
    assert found[0, 1] == ("0.00", style.INK)
    assert len(found) == MATRIX.size


def test_lines_draw_their_series_with_signs_beside_colour(drawn):
    plots.lines(
        *(X, LINES),
        logx=True,
        logy=True,
        limits=(1, 20),
        band={"two": ([1, 2, 3], [4, 5, 6])},
        **LABELS,
    )
    (axes,) = drawn[0].axes
    first, second = axes.get_lines()
    assert np.array_equal(first.get_xydata(), np.array([X, LINES["one"]]).T)
    assert first.get_marker() != second.get_marker()
    assert first.get_linestyle() != second.get_linestyle()
    assert axes.get_xscale() == axes.get_yscale() == "log"
    assert axes.get_ylim() == (1, 20)
    (shade,) = axes.collections
    assert same_color(shade.get_facecolor()[0][:3], second.get_color())
    corners = {tuple(point) for point in shade.get_paths()[0].vertices}
    assert corners >= {(2, 2), (2, 5)}
    (legend,) = drawn[0].legends
    assert texts(legend.get_texts()) == ["one", "two"]


@pytest.mark.parametrize("name", ["heatmap", "lines", "bars"])
def test_names_are_shown_as_they_are_written(name):
    """None is mathematics, none is left out."""
    names = {"xlabel": "a $b$", "ylabel": "$c$", "title": "$d$ and $e$"}
    series = {"cost $5 of $6": X, "_hidden": X}
    given = DATA[name] | names
    if name == "heatmap":
        given["columns"] = [*names.values()]
    else:
        given |= {"series": series, "band": {}, "error": {}}
        given.pop({"lines": "error", "bars": "band"}[name])
    shown = getattr(plots, name)(**given).svg
    for text in [*names.values(), *(series if "series" in given else ())]:
        assert f">{text}</text>" in shown


def test_bars_are_as_high_as_their_values_and_do_not_overlap(drawn):
    plots.bars(
        ["a", "b", "c"], LINES, error={"one": ([0, 3, 8], [2, 6, 9])}, **LABELS
    )
    (axes,) = drawn[0].axes
    heights = [bar.get_height() for bar in axes.patches]
    assert heights == LINES["one"] + LINES["two"]
    edges = sorted((b.get_x(), b.get_x() + b.get_width()) for b in axes.patches)
    for (_, right), (left, _) in pairwise(edges):
        assert right <= left + 1e-9
    assert texts(axes.get_xticklabels()) == ["a", "b", "c"]
    segments = axes.collections[0].get_segments()
    ends = [segment[:, 1].tolist() for segment in segments]
    assert ends == [[0, 2], [3, 6], [8, 9]]


@pytest.mark.parametrize(
    ("plot", "wrong", "message"),
    [
        ("heatmap", {"matrix": [1.0]}, r"array with 2 axes: shape=\(1,\)"),
        (
            "heatmap",
            {"matrix": [[1.5, 0]]},
            r"outside the limits: from 0.0 to 1.5, limits=\(0.0, 1.0\)",
        ),
        (
            "heatmap",
            {"matrix": MATRIX, "rows": ["a"]},
            r"rows must name every line.*1 words, matrix \(2, 3\)",
        ),
        (
            "lines",
            {"series": {"one": [1, 2]}},
            "one must have one value.*2 values, 3 positions",
        ),
        (
            "lines",
            {"band": {"three": (X, X)}},
            "'three' belongs to no series.*one, two",
        ),
        ("lines", {"x": [0, 1, 2], "logx": True}, "smallest x=0.0"),
        ("lines", {"dots": ([1, 2], [3])}, "be pairs: 2 and 1 numbers"),
    ],
)
def test_data_that_do_not_fit_are_refused_with_their_values(
    plot, wrong, message
):
    given = {"x": X, "series": LINES} if plot == "lines" else {}
    with pytest.raises(ValueError, match=message):
        getattr(plots, plot)(**LABELS | given | wrong)


def test_bars_lie_where_their_labels_are_too_long_to_stand(drawn):
    """With the same numbers, and their intervals along them."""
    few, many = ["a", "b"], [f"a long label, number {k}" for k in range(8)]
    for labels in (few, many):
        heights = [3.0, 1.0] * (len(labels) // 2)
        error = {"n": ([h - 1 for h in heights], [h + 1 for h in heights])}
        plots.bars(labels, {"n": heights}, "what", "much", error=error)
    standing, lying = (figure.axes[0] for figure in drawn)
    assert [bar.get_height() for bar in standing.patches] == [3, 1]
    assert [bar.get_width() for bar in lying.patches] == [3, 1] * 4
    assert (standing.get_ylabel(), lying.get_xlabel()) == ("much", "much")
    (segments,) = (c.get_segments() for c in lying.collections)
    assert np.allclose(segments[0], [[2, 0], [4, 0]])
    top, *_, bottom = lying.get_yticks()
    to_pixels = lying.transData.transform
    assert to_pixels((0, top))[1] > to_pixels((0, bottom))[1], "first on top"
