"""What the page says of a training is what the cost model says."""

from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from attnbook import costs
from attncourse.front.live.scaling import CHIPS, MODELS, USED, LiveScaling
from tests.attncourse.live.site.alive import LIVE, functions_of, opened

ASK = "([model, ...choices]) => demands(model, ...choices)"
functions = functions_of(LiveScaling, "demands", "front/live/scaling.js")


@cache
def models() -> list[dict]:
    """What the page knows of each model."""
    return LiveScaling().models


def wanted(one, chip, n, b, split):
    """Bytes, and seconds, of one accelerator."""
    found = costs.costs(one.config, b, *one.lengths)
    parameters = found.parameters + one.untied
    computing = 3 * found.operations / (chip["peak"] * USED)
    sent = 2 * (n - 1) / n * 2 * parameters
    far = min(chip["near"], 8 * chip["far"])
    sending = sent / (chip["near"] if n <= 8 else far)
    meanwhile, later = (sending / 2,) * 2 if split else (sending, 0)
    step = max(computing, computing / 3 + meanwhile) + later
    return {
        "state": (4 + 12 / (n if split else 1)) * parameters,
        "kept": 2 * found.kept,
        "computing": computing,
        "sent": sent,
        "sending": sending,
        "time": one.read / (n * b) * step,
    }


def found(page: Page, k: int, *choices: object) -> dict:
    """What the page computes of a model."""
    return page.evaluate(ASK, [models()[k], *choices])


@pytest.mark.parametrize("chip", CHIPS)
def test_it_computes_with_the_cost_model(chip, functions: Page) -> None:
    for k, one in enumerate(MODELS):
        for n, b, split in ((1, 1, 0), (8, 4, 1), (1024, 256, 0)):
            shown = found(functions, k, chip, USED, n, b, split)
            for name, value in wanted(one, chip, n, b, split).items():
                assert shown[name] == pytest.approx(value), (one, name)


def test_gradients_go_over_all_links_of_a_machine(functions: Page) -> None:
    """13.5 GB around two machines with eight links of 25 GB/s each."""
    sending = found(functions, 2, CHIPS[0], USED, 16, 1, 0)["sending"]
    assert sending == pytest.approx(0.126, abs=0.001)


def test_the_bar_tells_weights_from_activations(browser: Browser) -> None:
    """LLaMA needs 108 GB, and 12 for activations; the bar ends at 120."""
    with opened(browser, LiveScaling(which=2)) as page:
        bar = page.locator(f"{LIVE} .marked .bar")
        widths = bar.evaluate(
            "b => [b, b.nextSibling].map((x) => parseFloat(x.style.width))"
        )
    assert widths == pytest.approx([90, 100], abs=1)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"which": 2}, "shard the optimizer"),
        ({"which": 2, "split": 1, "accelerators": 0}, "more accelerators"),
        ({"which": 1, "each": 6}, "activations do not fit"),
        ({"which": 2, "split": 1}, "It fits"),
        ({"which": 0, "accelerators": 4}, "longer than the backward pass"),
        ({"which": 0, "each": 8, "accelerators": 0}, "nothing to send"),
    ],
)
def test_it_says_what_breaks_first(choices, said, browser: Browser) -> None:
    with opened(browser, LiveScaling(**choices)) as page:
        assert said in page.locator(f"{LIVE} [role=status]").inner_text()
