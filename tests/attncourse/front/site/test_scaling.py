"""What the page says of a training is what the cost model says."""

import pytest
from playwright.sync_api import Browser

from attnbook import costs
from attncourse.front.live.scaling import CHIPS, MODELS, USED, LiveScaling
from tests.attncourse.live.site.alive import LIVE, give, opened

ASK = "([k, chip, used, n, b]) => demands(MODELS[k], chip, used, n, b)"


def wanted(one, chip, n, b):
    """Bytes, and seconds, of one accelerator."""
    found = costs.costs(one.config, b, *one.lengths)
    computing = 3 * found.operations / (chip["peak"] * USED)
    sent = 2 * (n - 1) / n * 2 * found.parameters
    return {
        "state": 16 * found.parameters,
        "kept": 2 * found.kept,
        "computing": computing,
        "sent": sent,
        "sending": sent / chip["link"],
    }


@pytest.mark.parametrize("chip", range(len(CHIPS)))
def test_it_computes_with_the_cost_model(chip, browser: Browser) -> None:
    figure = LiveScaling()
    with opened(browser, figure) as page:
        give(page, "demands", "front/live/scaling.js")
        page.evaluate("all => { window.MODELS = all; }", figure.models)
        for k, one in enumerate(MODELS):
            for n, b in ((1, 1), (8, 4), (1024, 256)):
                found = page.evaluate(ASK, [k, CHIPS[chip], USED, n, b])
                for name, value in wanted(one, CHIPS[chip], n, b).items():
                    assert found[name] == pytest.approx(value), (one, name)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"which": 2}, "cannot even hold the weights"),
        ({"which": 1, "each": 6}, "does not fit"),
        ({"which": 0, "accelerators": 3}, "longer than computing"),
        ({"which": 0, "each": 8, "accelerators": 0}, "It fits"),
    ],
)
def test_it_says_what_breaks_first(choices, said, browser: Browser) -> None:
    with opened(browser, LiveScaling(**choices)) as page:
        assert said in page.locator(f"{LIVE} [role=status]").inner_text()
