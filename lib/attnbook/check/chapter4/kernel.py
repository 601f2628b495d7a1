"""The check of kernel regression."""

from functools import partial

from torch import Tensor

from attnbook import spec
from attnbook.check import memories
from attnbook.check.chapter4 import points
from attnbook.check.checker import Check, Mistake


def _regress(x: Tensor, y: Tensor, at: Tensor, bandwidth: float) -> Tensor:
    score = partial(spec.gaussian, bandwidth=bandwidth)
    q, k, v = (value[:, None] for value in (at, x, y))
    return spec.attend(q, k, v, score=score)[:, 0]


TAKES = {"x": "S", "y": "S", "at": "T", "bandwidth": ""}
_case = partial(memories.case, TAKES, rows=())


def _by(kernel):
    """A mistake: the weights of another kernel of x' - x, "T S"."""

    def answer(x, y, at, bandwidth):
        f = kernel(at[:, None] - x, bandwidth)
        return (f / f.sum(-1, keepdim=True)) @ y

    return answer


def _on(case):
    """The same case, the first place on a point."""

    def make():
        given = case.make()
        given["at"][0] = given["x"][2]
        return given

    return case._replace(make=make)


def _far(case):
    """The same case, the first place far from all points. The last two points
    on its side stand at one place.
    """

    def make():
        given = case.make()
        given["at"][0] += 60.0
        given["x"].clamp_(max=given["x"].sort().values[-2])
        return given

    return case._replace(make=make)


regress = Check(
    name="regress",
    takes=TAKES,
    returns={"estimate": "T"},
    reference=_regress,
    cases=(
        _case(
            "five points, two places", 1, sizes=memories.SIZES, bandwidth=0.7
        ),
        _on(
            _case(
                "as many places as points, one on a point",
                2,
                sizes={"S": 5, "T": 5},
                bandwidth=1.3,
            )
        ),
        _case(
            "more places than points", 3, sizes={"S": 3, "T": 7}, bandwidth=0.5
        ),
        _far(
            _case(
                "the first place far from all points",
                4,
                sizes={"S": 5, "T": 2},
                bandwidth=0.6,
            )
        ),
    ),
    looks=(points.look,),
    mistakes=(
        Mistake(
            "the distance is not squared: this is the kernel exp(-|x - x'| / "
            "(2 h^2)).",
            _by(lambda off, h: (-off.abs() / (2 * h * h)).exp()),
        ),
        Mistake(
            "the distance is not squared: this is the kernel exp(-|x - x'| / "
            "h).",
            _by(lambda off, h: (-off.abs() / h).exp()),
        ),
        Mistake(
            "the product x x' is taken for the score. Here it is a distance.",
            lambda x, y, at, bandwidth: (
                (at[:, None] * x / (2 * bandwidth**2)).softmax(-1) @ y
            ),
        ),
        Mistake(
            "the exponential is taken twice: give the softmax the scores, and "
            "not their exponentials.",
            _by(lambda off, h: (-off.square() / (2 * h * h)).exp().exp()),
        ),
        Mistake(
            "x' and x are added. A distance is a difference, x' - x.",
            lambda x, y, at, bandwidth: _regress(-x, y, at, bandwidth),
        ),
        Mistake(
            "the exponential is missing: scores are divided by their sum.",
            _by(lambda off, h: -off.square() / (2 * h * h)),
        ),
    ),
)
