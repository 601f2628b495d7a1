"""What a live figure cannot show is refused, with the values that conflict."""

from functools import partial

import numpy as np
import pytest
import torch
from traitlets import TraitError

from attncourse.chapter1.live.gate import GateFigure
from attncourse.chapter2.live.alignment import AlignmentExplorer
from attncourse.chapter2.live.score import ScoreFigure
from attncourse.chapter2.live.translator import LiveTranslator
from attncourse.chapter3.live.captioner import LiveCaptioner
from attncourse.chapter4.live.plane import LivePlane
from attncourse.chapter5.live.children import LiveChildren
from attncourse.chapter5.live.matrices import LiveMatrices
from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.chapter6.live.clocks import LiveClocks
from attncourse.live.player import LIMIT, Player
from tests.attncourse.chapter1.live.test_gate import row
from tests.attncourse.chapter2.live import test_translator
from tests.attncourse.chapter2.live.test_alignment import WEIGHTS, example
from tests.attncourse.chapter3.live import test_captioner
from tests.attncourse.chapter5.live.test_children import MODELS
from tests.attncourse.chapter6.live import test_order
from tests.attncourse.chapter6.live.test_calculator import BLIND
from tests.attncourse.live.test_player import frames

NAN, INF = float("nan"), float("inf")
children = partial(LiveChildren, MODELS)
translator = partial(LiveTranslator, test_translator.MODELS)
captioner = partial(LiveCaptioner, test_captioner.MODELS)
WAITING = test_translator.WAITING


def looking(module, weights):
    """A recorded example whose second answer has these weights."""
    plain, second = module.RECORDED["answers"]
    wrong = [plain, second | {"weights": weights}]
    return module.RECORDED | {"answers": wrong}


said = partial(looking, test_translator)
seen = partial(looking, test_captioner)
VALUES = [
    (lambda: AlignmentExplorer([]), "examples is empty"),
    (
        lambda: AlignmentExplorer([example(target=["un"])]),
        r"example 0: weights \(2, 3\), 1 target and 3 source words",
    ),
    (
        lambda: AlignmentExplorer([example(), example(weights=WEIGHTS * 2)]),
        "example 1: weights must be distributions.*row 0 sums to 2.0",
    ),
    (lambda: GateFigure([row(accuracy=1.5)]), "accuracy=1.5"),
    (lambda: GateFigure([row(accuracy=-0.1)]), "accuracy=-0.1"),
    (lambda: GateFigure([row(accuracy=NAN)]), "accuracy=nan"),
    (lambda: GateFigure([row(length=50)]), "length=50"),
    (
        lambda: LiveMatrices(X=[[1, 2, 3]]),
        r"X must have shape \(4, 3\): \(1, 3\)",
    ),
    (
        lambda: LiveMatrices(W_q=[[[1, 2]]]),
        r"W_q must have shape \(2, 3, 2\): \(1, 1, 2\)",
    ),
    (lambda: LiveMatrices(X=[[NAN] * 3] * 4), "X must be finite: nan"),
    (
        lambda: LiveMatrices(W_v=[[[11] * 2] * 3] * 2),
        "W_v must lie in -10 .. 10",
    ),
    (lambda: LiveMatrices(order=[1]), r"order must name 2 to 4 .* once: \[1\]"),
    (lambda: LiveMatrices(order=[1, 1]), r"order must name .*: \[1, 1\]"),
    (lambda: LiveMatrices(order=[1, 5]), r"order must name .*: \[1, 5\]"),
    (lambda: LivePlane(q=[1, 2, 3]), r"q must have shape \(2,\): \(3,\)"),
    (lambda: LivePlane(q=[1, INF]), "q must be finite: inf"),
    (lambda: LivePlane(k=[[5, 0]] * 5), "k must lie in -4 .. 4"),
    (lambda: LivePlane(v=[[0, -3]] * 5), "v must lie in -2 .. 2"),
    (lambda: test_order.made(tokens=[0] * 255), r"256 symbols.*\[255, 256\]"),
    (lambda: test_order.made(wanted=[0]), r"256 symbols.*\[256, 1\]"),
    (
        lambda: test_order.made(answers=[]),
        "answers of 6 models.*'said': \\[\\]",
    ),
    (lambda: test_order.made(measured=[[0.5]] * 6), "4 accuracies of each"),
    (lambda: Player([]), "nothing to play"),
    (lambda: Player(frames(1) + frames(1, (3, 2))), "of one shape"),
    (lambda: Player(frames(2, (2, 3, 3)), names="abc"), "needs 3 matrices"),
    (lambda: Player([(1, 0.5, [[2.0]])]), "outside the limits"),
    (lambda: Player(frames(), rows=["a"]), "rows"),
    (lambda: Player(frames(60, (40, 40))), f"at most {LIMIT:,}"),
    (lambda: translator([]), "the first example needs answers"),
    (lambda: translator([WAITING]), "the first example needs answers"),
    (lambda: translator([said(WEIGHTS[:1])]), r"rows must name .*2 words"),
    (lambda: translator([said(WEIGHTS[:, :1])]), r"columns must .*2 words"),
    (lambda: translator([said(np.ones((2, 2)) * 2)]), "outside the limits"),
    (lambda: translator([said(np.ones((2, 2)) * NAN)]), "must be finite"),
    (lambda: captioner([]), "a recorded scene is needed"),
    (lambda: captioner([seen(torch.ones(2, 64))]), r"rows must name .*9 words"),
    (lambda: captioner([seen(torch.ones(9, 60))]), r"columns must .*64 words"),
]


@pytest.mark.parametrize(("make", "message"), VALUES)
def test_what_does_not_fit_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "choice"),
    [
        (lambda: GateFigure([]), {"bias": -3}),
        (lambda: GateFigure([]), {"bias": 9}),
        (lambda: GateFigure([]), {"steps": 50}),
        (lambda **x: LiveCalculator(BLIND, **x), {"first": 10}),
        (lambda **x: LiveCalculator(BLIND, **x), {"second": -1}),
        (children, {"asks": [(0, 6)] * 6}),
        (children, {"asks": [(0, 1)] * 5}),
        (children, {"colour": [4] * 6}),
        (children, {"child": 6}),
        (children, {"heads": 3}),
        (LiveClocks, {"encoding": "shaw"}),
        (LiveClocks, {"places": [3]}),
        (LiveClocks, {"places": [0, 97]}),
        (LiveMatrices, {"heads": 3}),
        (LiveMatrices, {"factor": 2}),
        (test_order.made, {"encoding": 6}),
        (test_order.made, {"example": 1}),
        (test_order.made, {"length": 31}),
        (test_order.made, {"length": 257}),
        (LivePlane, {"score": "additive"}),
        (LivePlane, {"width": 3}),
        (LivePlane, {"temperature": 0.0}),
        (ScoreFigure, {"s": 3.5}),
        (lambda: translator([test_translator.RECORDED]), {"example": 1}),
        (lambda: captioner([test_captioner.RECORDED]), {"example": -1}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else None,
)
def test_a_choice_that_is_not_there_is_refused_and_the_old_one_kept(
    make, choice
):
    figure = make()
    ((name, value),) = choice.items()
    before = getattr(figure, name)
    with pytest.raises(TraitError):
        setattr(figure, name, value)
    assert getattr(figure, name) == before
