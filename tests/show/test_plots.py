"""Heat maps, lines and bars draw the data they are given, and say it."""

import numpy as np
import pytest
import torch
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import same_color

from attnbook.show import plots, style

pytestmark = pytest.mark.long

LABELS = {
    "xlabel": "source word",
    "ylabel": "target word",
    "alt": "What the picture shows, in words.",
}
T, S = 2, 3
MATRIX = np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]])
LINES = {"one": [1.0, 4.0, 9.0], "two": [2.0, 3.0, 5.0]}
X = [1, 2, 3]


@pytest.fixture
def drawn(monkeypatch):
    """The matplotlib figures that were drawn, in order, for a look at their
    parts.
    """
    figures, save = [], FigureCanvasAgg.print_png
    monkeypatch.setattr(
        FigureCanvasAgg,
        "print_png",
        lambda c, *a, **k: (figures.append(c.figure), save(c, *a, **k))[1],
    )
    return figures


MAKERS = {
    "heatmap": lambda **o: plots.heatmap(MATRIX, **LABELS | o),
    "lines": lambda **o: plots.lines(X, LINES, **LABELS | o),
    "bars": lambda **o: plots.bars(["a", "b", "c"], LINES, **LABELS | o),
}


@pytest.fixture(params=MAKERS)
def make(request):
    return MAKERS[request.param]


def test_axes_carry_their_labels(make, drawn):
    figure = make(title="A title")
    axes = drawn[0].axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title()) == (
        "source word",
        "target word",
        "A title",
    )
    assert figure.alt.startswith(f"{LABELS['alt']} ")


MANY = list(range(1, 12))
FALLING, RISING = [1 / k for k in MANY], [k / 12 for k in MANY]
HEATMAP = (
    plots.heatmap,
    {"matrix": MATRIX, "rows": ["un", "chat"], "columns": ["a", "b", "c"]},
)
FEW_LINES = (
    plots.lines,
    {
        "x": X,
        "series": LINES,
        "band": {"one": ([0, 3, 8], [2, 5, 9]), "two": (X, [4, 5, 6])},
    },
)
MANY_LINES = plots.lines, {"x": MANY, "series": {"one": FALLING, "two": RISING}}
FEW_BARS = (
    plots.bars,
    {
        "labels": ["a", "b", "c"],
        "series": LINES,
        "error": {"one": ([0, 3, 8], [2, 6, 9])},
    },
)
CHANGES = {
    "rows of a heat map": (HEATMAP, {"rows": ["chat", "un"]}),
    "columns of a heat map": (HEATMAP, {"columns": ["b", "a", "c"]}),
    "values of a heat map": (HEATMAP, {"matrix": MATRIX[:, [1, 0, 2]]}),
    "the name of a heat map's values": (HEATMAP, {"label": "gradient"}),
    "labels of short lines": (
        FEW_LINES,
        {"series": {"one": LINES["two"], "two": LINES["one"]}},
    ),
    "values of short lines": (
        FEW_LINES,
        {"series": LINES | {"one": [1, 9, 4]}},
    ),
    "positions of short lines": (FEW_LINES, {"x": [1, 3, 2]}),
    "bands of lines": (
        FEW_LINES,
        {"band": {"two": ([0, 3, 8], [2, 5, 9]), "one": (X, [4, 5, 6])}},
    ),
    "the measure of lines": (FEW_LINES, {"ylabel": "loss"}),
    "ends of long lines": (
        MANY_LINES,
        {"series": {"one": FALLING[::-1], "two": RISING}},
    ),
    "values of bars": (FEW_BARS, {"series": LINES | {"one": [1, 9, 4]}}),
    "groups of bars": (FEW_BARS, {"labels": ["a", "c", "b"]}),
    "intervals of bars": (FEW_BARS, {"error": {"two": ([0, 3, 8], [2, 6, 9])}}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_exchanging_any_two_changes_the_text(change):
    """Pictures are not compared when a chapter runs again; their texts are."""
    (plot, arguments), exchanged = CHANGES[change]
    assert (
        plot(**LABELS | arguments).alt
        != plot(**LABELS | arguments | exchanged).alt
    )


def ticks(axis):
    """The numbers along an axis, where there are any."""
    return [
        label.get_text()
        for label in axis.get_ticklabels(which="both")
        if label.get_text()
    ]


def test_logarithmic_axes_have_plain_numbers(drawn):
    plots.lines([2, 1000], {"one": [1e-3, 1.0]}, logx=True, logy=True, **LABELS)
    plots.lines([20, 70], {"one": [1e-12, 1.0]}, logx=True, logy=True, **LABELS)
    wide, narrow = (figure.axes[0] for figure in drawn)
    assert {"10", "100", "1000"} <= set(ticks(wide.xaxis))
    assert {"0.001", "0.01", "0.1", "1"} <= set(ticks(wide.yaxis))
    assert {"20", "30", "40", "60"} <= set(ticks(narrow.xaxis))
    assert "1e-12" in ticks(narrow.yaxis)


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
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "un",
        "chat",
    ]
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        "a",
        "b",
        "c$d$",
    ]
    assert axes.xaxis.get_ticks_position() == "top"
    assert not axes.get_xticklabels()[2].get_parse_math()


def test_long_words_are_turned_and_short_ones_are_not(drawn):
    plots.heatmap(MATRIX, columns=["a", "b", "c"], **LABELS)
    plots.heatmap(MATRIX, columns=["a", "b", "agreement"], **LABELS)
    short, long = (
        figure.axes[0].get_xticklabels()[0].get_rotation() for figure in drawn
    )
    assert short == 0 < long


def test_words_of_a_large_matrix_do_not_touch(drawn):
    size = 43
    plots.heatmap(
        np.eye(size), rows=["mot"] * size, columns=["word"] * size, **LABELS
    )
    axes = drawn[0].axes[0]
    boxes = [label.get_window_extent() for label in axes.get_yticklabels()]
    assert all(
        upper.ymin > lower.ymax
        for upper, lower in zip(boxes, boxes[1:], strict=False)
    )


def test_outlined_cells_are_framed(drawn):
    plots.heatmap(MATRIX, outline={(1, 2), (0, 0)}, **LABELS)
    patches = drawn[0].axes[0].patches
    frames = [patch.get_xy() for patch in patches if not patch.get_fill()]
    assert frames == [(-0.5, -0.5), (1.5, 0.5)]


def test_numbers_stand_in_their_cells_with_ink_that_shows(drawn):
    plots.heatmap(MATRIX, numbers=True, **LABELS)
    texts = {
        text.get_position(): (text.get_text(), text.get_color())
        for text in drawn[0].axes[0].texts
    }
    assert texts[1, 1] == ("1.00", style.CARD)
    assert texts[0, 1] == ("0.00", style.INK)
    assert len(texts) == T * S


def test_lines_draw_their_series_with_signs_beside_colour(drawn):
    plots.lines(
        X,
        LINES,
        band={"two": ([1, 2, 3], [4, 5, 6])},
        logx=True,
        logy=True,
        limits=(1, 20),
        **LABELS,
    )
    (axes,) = drawn[0].axes
    first, second = axes.get_lines()
    assert np.array_equal(first.get_xydata(), np.array([X, LINES["one"]]).T)
    assert first.get_marker() != second.get_marker()
    assert first.get_linestyle() != second.get_linestyle()
    assert (axes.get_xscale(), axes.get_yscale(), axes.get_ylim()) == (
        "log",
        "log",
        (1, 20),
    )
    (shade,) = axes.collections
    assert same_color(shade.get_facecolor()[0][:3], second.get_color())
    assert {tuple(point) for point in shade.get_paths()[0].vertices} >= {
        (2, 2),
        (2, 5),
    }
    (legend,) = drawn[0].legends
    assert [text.get_text() for text in legend.get_texts()] == ["one", "two"]


def test_markers_on_a_limit_are_whole_and_lines_beyond_it_are_cut(drawn):
    beyond = {"on": [0.2, 0.6, 1.0], "beyond": [0.5, 1.0, 1.5]}
    plots.lines(X, beyond, limits=(0, 1), **LABELS)
    on, cut = drawn[0].axes[0].get_lines()
    assert (on.get_clip_on(), cut.get_clip_on()) == (False, True)


def test_a_legend_of_any_length_stays_on_the_card_and_off_the_axes(drawn):
    for name in ("short", "a name that is longer than half a card"):
        plots.lines(X, {f"{name} {k}": [1, 2, 3] for k in range(7)}, **LABELS)
    for figure in drawn:
        (box,) = (legend.get_window_extent() for legend in figure.legends)
        assert 0 <= box.xmin < box.xmax <= figure.bbox.xmax
        assert (
            figure.axes[0].bbox.ymax <= box.ymin < box.ymax <= figure.bbox.ymax
        )
    assert drawn[0].axes[0].bbox.height == pytest.approx(
        drawn[1].axes[0].bbox.height, rel=0.1
    )


def test_whole_numbers_have_whole_ticks(drawn):
    plots.lines([4, 8, 12, 16, 20, 24], {"one": [6, 5, 4, 3, 2, 1]}, **LABELS)
    ticks = drawn[0].axes[0].get_xticks()
    assert ticks.tolist() == ticks.round().tolist()


def test_ticks_stand_at_every_place_if_asked(drawn):
    plots.lines([2, 8, 512], {"one": X}, logx=True, ticks=True, **LABELS)
    (axes,) = drawn[0].axes
    assert axes.get_xticks().tolist() == [2, 8, 512]
    assert axes.get_xticks(minor=True).size == 0
    shown = [label.get_text() for label in axes.get_xticklabels()]
    assert shown == ["2", "8", "512"]


def test_dots_lie_behind_the_lines_and_are_counted(drawn):
    figure = plots.lines(X, LINES, dots=([1, 3], [2.5, 4]), **LABELS)
    (axes,) = drawn[0].axes
    (dots,) = axes.collections
    assert dots.get_offsets().tolist() == [[1, 2.5], [3, 4]]
    assert dots.get_zorder() < axes.get_lines()[0].get_zorder()
    assert "2 single points." in figure.alt


def test_bars_are_as_high_as_their_values_and_do_not_overlap(drawn):
    plots.bars(
        ["a", "b", "c"], LINES, error={"one": ([0, 3, 8], [2, 6, 9])}, **LABELS
    )
    (axes,) = drawn[0].axes
    assert [bar.get_height() for bar in axes.patches] == [
        *LINES["one"],
        *LINES["two"],
    ]
    edges = sorted(
        (bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches
    )
    assert all(
        right <= left + 1e-9
        for (_, right), (left, _) in zip(edges, edges[1:], strict=False)
    )
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        "a",
        "b",
        "c",
    ]
    ends = [
        segment[:, 1].tolist() for segment in axes.collections[0].get_segments()
    ]
    assert ends == [[0, 2], [3, 6], [8, 9]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: plots.heatmap([1.0], **LABELS),
            r"matrix must be a filled array with 2 axes: shape=\(1,\)",
        ),
        (
            lambda: plots.heatmap([[1.5, 0]], **LABELS),
            r"outside the limits: from 0.0 to 1.5, limits=\(0.0, 1.0\)",
        ),
        (
            lambda: plots.heatmap(MATRIX, rows=["a"], **LABELS),
            r"rows must name every line.*1 words, matrix \(2, 3\)",
        ),
        (
            lambda: plots.lines(X, {"one": [1, 2]}, **LABELS),
            "one must have one value.*2 values, 3 positions",
        ),
        (
            lambda: plots.lines(X, LINES, band={"three": (X, X)}, **LABELS),
            "'three' belongs to no series.*one, two",
        ),
        (
            lambda: plots.lines([0, 1, 2], LINES, logx=True, **LABELS),
            "smallest x=0.0",
        ),
        (
            lambda: plots.lines(X, LINES, dots=([1, 2], [3]), **LABELS),
            "dots must be pairs: 2 and 1 numbers",
        ),
    ],
)
def test_data_that_do_not_fit_are_refused_with_their_values(call, message):
    with pytest.raises(ValueError, match=message):
        call()
