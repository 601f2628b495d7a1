"""A layer that the page trains is the one that PyTorch trains."""

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from playwright.sync_api import Browser, Page
from torch.nn import functional as F

from attncourse.chapter5.live.train_here import TASKS, LiveTraining
from tests.attncourse.live.site.alive import answered, give

UPDATES = 20
STATES = [
    {"heads": 2, "width": 16},
    {"heads": 1, "width": 8, "scaled": False, "positions": False, "seed": 4},
    {"heads": 4, "width": 16, "causal": True, "residual": True, "rate": 0.1},
    {"heads": 2, "width": 32, "positions": False, "rate": 0.001},
]
TRAIN = """({ state, updates }) => {
    const random = uniform(state.seed + 1000);
    const own = learner(state);
    const copy = (part) => own.model.parameters.map((one) => [...one[part]]);
    const names = own.model.parameters.map(({ name }) => name);
    const start = copy("value");
    const batches = [...Array(updates)].map(() => {
        const { x, wanted } = TASKS[state.task].draw(16, random);
        return [[...x], [...wanted]];
    });
    own.step();
    const gradients = copy("gradient");
    for (let n = 1; n < updates; n++) own.step();
    const { task, losses } = own;
    const heads = own.look().heads.map((weights) => [...weights]);
    const end = copy("value");
    return { names, start, batches, gradients, task, losses, heads, end };
}"""


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    files = ("learner", "tasks", "trainer")
    paths = [f"chapter5/live/{name}.js" for name in files]
    give(page, "TASKS, uniform, learner", *paths)
    yield page
    page.close()


def settings(task: str, state: dict[str, Any]) -> dict[str, Any]:
    figure = LiveTraining(task=task, **state)
    return {name: getattr(figure, name) for name in figure.traits(live=True)}


def logits(
    p: dict[str, torch.Tensor], x: torch.Tensor, state: dict[str, Any]
) -> torch.Tensor:
    """The layer in PyTorch's own words, for rows B T inputs."""

    def linear(name: str, x: torch.Tensor) -> torch.Tensor:
        W, b = p[f"{name}.weight"], p[f"{name}.bias"]
        return F.linear(x, W.view(x.shape[-1], -1).T, b)

    h, T = linear("first", x), x.shape[1]
    h = h + p["places"].view(T, -1) if state["positions"] else h
    q, k, v = (
        linear(name, h).unflatten(-1, (state["heads"], -1)).transpose(1, 2)
        for name in ("query", "key", "value")
    )
    scale = None if state["scaled"] else 1.0
    read = F.scaled_dot_product_attention(
        q, k, v, is_causal=state["causal"], scale=scale
    )
    y = linear("out", read.transpose(1, 2).flatten(2))
    return linear("last", y + h if state["residual"] else y)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("state", STATES, ids=lambda s: f"{len(s)} set")
def test_its_updates_are_those_of_pytorch(library, task, state) -> None:
    """Gradients of the first, losses of all, and all numbers after them."""
    state = settings(task, state)
    page = answered(library, TRAIN, {"state": state, "updates": UPDATES})
    like = {"dtype": torch.float64}
    p = {
        name: torch.tensor(value, **like).requires_grad_()
        for name, value in zip(page["names"], page["start"], strict=True)
    }
    optimizer = torch.optim.Adam(p.values(), lr=state["rate"])
    size = page["task"]
    for n, (x, wanted) in enumerate(page["batches"]):
        rows = torch.tensor(x, **like).view(16, size["length"], -1)
        found = logits(p, rows, state).reshape(-1, size["choices"])
        answers = torch.tensor(wanted)
        loss = F.cross_entropy(found, answers, ignore_index=-1)
        assert page["losses"][n] == pytest.approx(loss.item(), abs=1e-8)
        optimizer.zero_grad()
        loss.backward()
        if n == 0:
            near(page["gradients"], [one.grad for one in p.values()], 1e-10)
        optimizer.step()
    near(page["end"], list(p.values()), 1e-8)
    twin = LiveTraining(**state).reads(UPDATES)
    assert page["losses"] == pytest.approx(twin["losses"], abs=1e-8)
    weights = torch.tensor(twin["weights"], **like).flatten(1)
    near(page["heads"], list(weights), 1e-8)


def near(page: list[Any], own: list[torch.Tensor], far: float) -> None:
    for one, other in zip(page, own, strict=True):
        assert (torch.tensor(one, dtype=other.dtype) - other).abs().max() < far


def test_a_gradient_is_the_slope_of_the_loss(library) -> None:
    """Of one number of each parameter, by a difference."""
    run = """(state) => {
        const { model, shown } = learner(state);
        model.step(shown, 0); // gradients, and nothing moves
        return model.parameters.map(({ value, gradient }) => {
            const at = gradient.indexOf(Math.max(...gradient));
            const loss = (by) => {
                value[at] += by;
                const told = model.test(shown).loss;
                value[at] -= by;
                return told;
            };
            return [gradient[at], (loss(1e-5) - loss(-1e-5)) / 2e-5];
        });
    }"""
    for one, other in library.evaluate(run, settings("two", {})):
        assert one == pytest.approx(other, abs=1e-9)
