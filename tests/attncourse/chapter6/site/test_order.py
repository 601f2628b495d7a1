"""The models of order in plain JavaScript are the library's, and a reader
chooses, drags and loads them.
"""

import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import pretrained
from attncourse.chapter6 import order
from attncourse.chapter6.live.order import KINDS, LiveOrder
from attncourse.chapter6.order import UNASKED
from tests.attncourse.chapter6.live.slowed import SLOWED, load
from tests.attncourse.chapter6.live.test_order import figure
from tests.attncourse.live.site.alive import (
    LIVE,
    functions_of,
    in_window,
    numbers,
    opened,
    press,
    said,
    slide,
)

FIRST = "order-back-sinusoidal"  # what the figure of the chapter opens with
NAMES = [f"order-{q}-{kind}" for q in order.SEQUENCES for kind in KINDS]
CELLS = f"{LIVE} .strip .cell"
SAY = f"{LIVE} .start [role=status]"
COMPUTED = "/Computed/.test(document.querySelector('.start').innerText)"


library = functions_of(
    figure,
    "ordered, judged, QUESTIONS",
    "chapter6/live/ordered.js",
    "chapter6/live/questions.js",
    models=NAMES,
    by="ordered",
)
RUN = """([name, all]) => {
  const run = models[name];
  return all.map((tokens) => {
    const { said, logits, weights } = run(tokens);
    const last = weights.map((heads) => heads.map((rows) => [...rows.at(-1)]));
    return { said, logits: logits.map((x) => [...x]), last };
  });
}"""


@pytest.mark.parametrize("name", NAMES)
def test_its_answers_and_weights_are_the_librarys(
    library: Page, name: str
) -> None:
    """On two new sequences, of 256 symbols and of fewer."""
    model, (_, question, _) = pretrained.load(name), name.split("-")
    draws = torch.Generator().manual_seed(7)
    long, short = (
        order.SEQUENCES[question].draw(1, length, draws).tokens
        for length in (256, 41)
    )
    given = [long, short]
    found = library.evaluate(RUN, [name, [x[0].tolist() for x in given]])
    with torch.no_grad():
        for tokens, ours in zip(given, found, strict=True):
            wanted = model(tokens)[0]
            assert ours["said"] == wanted.argmax(-1).tolist()
            assert (torch.tensor(ours["logits"]) - wanted).abs().max() < 1e-3
            last = torch.stack([a[0, :, -1] for a in model.weights(tokens)])
            assert (torch.tensor(ours["last"]) - last).abs().max() < 1e-4


SLOW = """([name, tokens, clocks]) => {
  return models[name](tokens, clocks, 8).logits.map((x) => [...x]);
}"""


@pytest.mark.parametrize("clocks", SLOWED)
@pytest.mark.parametrize("kind", ["rotary", "sinusoidal"])
def test_slower_clocks_turn_as_they_should(
    library: Page, kind: str, clocks: str
) -> None:
    name, draws = f"order-back-{kind}", torch.Generator().manual_seed(9)
    tokens = order.back(1, 120, draws).tokens
    given = [name, tokens[0].tolist(), clocks]
    found = torch.tensor(library.evaluate(SLOW, given))
    with torch.no_grad():
        wanted = load(name, clocks)(tokens)[0]
    assert (found - wanted).abs().max() < 1e-3


@pytest.mark.parametrize("question", order.SEQUENCES)
def test_its_questions_are_the_librarys(library: Page, question: str) -> None:
    """At every place of 20 sequences: the answer, and where it stands."""
    draws = torch.Generator().manual_seed(8)
    asked = order.SEQUENCES[question].draw(20, 100, draws)
    run = "([name, all]) => all.map((t) => judged(QUESTIONS[name], t, t))"
    found = library.evaluate(run, [question, asked.tokens.tolist()])
    for places, tokens, wanted in zip(
        found, asked.tokens.tolist(), asked.answers.tolist(), strict=True
    ):
        assert [place["answer"] for place in places] == wanted
        for t, (place, answer) in enumerate(zip(places, wanted, strict=True)):
            assert (place["look"] < 0) == (answer == UNASKED)
            assert place["look"] < t
            if answer != UNASKED:
                size = order.SEQUENCES[question].answers
                assert tokens[place["look"]] % size == answer
    counts = "(q) => [QUESTIONS[q].symbols, QUESTIONS[q].answers]"
    (_, *known, _) = order.SEQUENCES[question]
    assert library.evaluate(counts, question) == known


page = in_window(figure, "wide")


def pick(page: Page, group: str, k: int) -> None:
    radios = page.get_by_role("radiogroup", name=group).get_by_role("radio")
    radios.nth(k).click()


def verdicts(page: Page) -> list[str]:
    """What the cells show, those of the sequence alone."""
    names = page.locator(CELLS).evaluate_all("l => l.map(e => e.className)")
    return [x.split(" ")[1] for x in names if "absent" not in x]


def shown(page: Page, wanted: LiveOrder) -> None:
    """Assert that the page shows the recorded sequence of this state."""
    found = wanted.reads()
    assert verdicts(page) == found["verdicts"]
    (share,) = numbers(page, ".readout strong")
    assert share == pytest.approx(found["share"], abs=0.00501)


def test_recorded_answers_stand_there_before_any_model(page: Page) -> None:
    for question, kind, length in ((0, 2, 64), (1, 4, 256), (2, 3, 45)):
        pick(page, "question", question)
        pick(page, "encoding", kind)
        slide(page, 0, length)
        shown(page, figure(example=question, encoding=kind, length=length))
        assert f"Position {length - 1}," in said(page)
    assert page.locator(SAY).text_content().startswith("Recorded")


def test_the_strip_is_walked_and_tapped(page: Page) -> None:
    pick(page, "question", 0)
    slide(page, 0, 100)
    strip = page.get_by_role("slider", name="position")
    strip.focus()
    for key, place in (
        ("End", 99),
        ("ArrowLeft", 98),
        ("ArrowUp", 66),
        ("ArrowDown", 98),
        ("ArrowDown", 98),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert f"Position {place}," in said(page), key
        assert strip.get_attribute("aria-valuenow") == str(place)
    assert "nothing is asked here" in said(page)
    page.locator(CELLS).nth(70).click()
    asks, answers = (
        page.locator(CELLS).evaluate_all(
            f"l => l.findIndex(e => e.classList.contains('{name}'))"
        )
        for name in ("asks", "answers")
    )
    assert (asks, answers) == (70, 65) and "from position 65" in said(page)
    slide(page, 0, 40)
    assert "Position 39," in said(page), "no place beyond the end"


def test_its_line_is_the_measured_one_and_the_dot_this_sequence(
    page: Page,
) -> None:
    pick(page, "encoding", 4)
    pick(page, "question", 1)
    slide(page, 0, 128)
    place = "l => l.map(e => [e.cx.baseVal.value, e.cy.baseVal.value])"
    points = page.locator(f"{LIVE} .point").evaluate_all(place)
    ((x, y),) = page.locator(f"{LIVE} .spot").evaluate_all(place)
    shares = [(150 - y) / 138 for _, y in points]
    state = figure(example=1, encoding=4, length=128)
    assert shares == pytest.approx(state.examples[1]["measured"][4], abs=1e-3)
    assert (150 - y) / 138 == pytest.approx(state.reads()["share"], abs=1e-3)
    assert x == pytest.approx(points[2][0])


def tokens(page: Page, question: str) -> list[int]:
    """The symbols of the strip."""
    texts = list(filter(None, page.locator(CELLS).all_text_contents()))
    if question == "latest":
        return [8 * (ord(text[0]) - ord("a")) + int(text[1]) for text in texts]
    return [ord(text) - ord("A") for text in texts]


def test_a_model_answers_new_sequences_and_shows_where_it_looks(
    browser: Browser,
) -> None:
    question = "latest"
    k = list(order.SEQUENCES).index(question)
    with opened(browser, figure(example=k, encoding=3, length=256)) as page:
        assert numbers(page, ".head strong:not(:empty)") == []
        press(page, "Load this model (0.")
        page.wait_for_function(COMPUTED)
        shown(page, figure(example=k, encoding=3, length=256))
        before = tokens(page, question)
        press(page, "new sequence")
        given = tokens(page, question)
        assert given != before and len(given) == 256
        pick(page, "encoding", 0)  # loads by itself now
        page.wait_for_function("/Model loaded/.test(document.body.innerText)")
        for kind, name in ((0, "none"), (3, "shaw")):
            pick(page, "encoding", kind)
            page.wait_for_function(COMPUTED)
            model = pretrained.load(f"order-{question}-{name}")
            sequence = torch.tensor([given])
            with torch.no_grad():
                answers = model(sequence)[0].argmax(-1).tolist()
                weights = model.weights(sequence)
            asked = page.locator(CELLS).nth(200)
            asked.click()
            look = page.locator(CELLS).evaluate_all(
                "l => l.findIndex(e => e.classList.contains('answers'))"
            )
            size = order.SEQUENCES[question].answers
            right = answers[200] == given[look] % size
            assert said(page).endswith("right." if right else "wrong.")
            heads = [(h, a) for h in range(4) for a in weights]
            wanted = [float(a[0, h, 200, look]) for h, a in heads]
            found = numbers(page, ".head strong")
            assert found == pytest.approx(wanted, abs=0.00501)
            cells = page.locator(f"{LIVE} .head").nth(1).locator("rect.weight")
            drawn = cells.evaluate_all(
                "l => l.map(e => Number(e.getAttribute('fill-opacity')))"
            )
            row = weights[1][0, 0, 200].tolist()
            assert drawn == pytest.approx(row, abs=0.000501)


def test_slower_clocks_wait_for_the_model_and_lose_five_back(
    browser: Browser,
) -> None:
    state = figure(example=0, encoding=4, length=64)
    with opened(browser, state) as page:
        pick(page, "clocks", 1)
        assert set(verdicts(page)) == {"unasked", ""}
        press(page, "Load this model (0.")
        page.wait_for_function(COMPUTED)
        assert numbers(page, ".readout strong")[0] < 0.3
        pick(page, "encoding", 3)  # Shaw: there is no clock to slow
        page.wait_for_function(COMPUTED)
        assert numbers(page, ".readout strong")[0] > 0.9
        pick(page, "encoding", 4)
        pick(page, "clocks", 0)
        shown(page, state)


def answered(page: Page) -> list[str]:
    """The verdicts on what the library's model says to the first question,
    with the encoding that is chosen first.
    """
    given = tokens(page, "back")
    with torch.no_grad():
        logits = pretrained.load(FIRST)(torch.tensor([given]))
    said = logits[0].argmax(-1).tolist()
    right = [a == b for a, b in zip(given, said[order.BACK :], strict=False)]
    return ["unasked"] * order.BACK + ["right" if r else "wrong" for r in right]
