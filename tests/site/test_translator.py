"""The shipped translators in the reader's page: the library's own answers."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from attnbook import findings, pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START
from attnbook.pretrained.translator import LIMIT
from attnbook.show.live.base import frontend

SITE = Path(__file__).parents[2] / "_build" / "html"
NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")
BOOK = "http://book.test/"
PAGE = f"{BOOK}deep/page.html"
SAY = ".attnbook-translator [role=status] >> nth=0"
SEEN = ".attnbook-translator [role=status] >> nth=1"
TEXTS = ".attnbook-translator .translation"
BUTTON = ".attnbook-translator form button"
OWN = "a black dog with a white cat is sleeping on a red sofa ."
LOOK = """<style>
:root { color-scheme: light dark }
body { background: light-dark(white, #121212); margin: 1rem }
body { color: light-dark(#222832, #ced6dd) }
</style>"""


@pytest.fixture(scope="module")
def markup() -> str:
    """A page one folder deep that holds the figure."""
    figure = findings.translate.live().shows
    body = figure._repr_mimebundle_()[0]["text/html"]
    head = f'<title>x</title><meta charset="utf-8">{LOOK}'
    return (
        f'<!doctype html><html lang="en" data-content_root="../"><head>{head}'
        f"</head><body><main><h1>x</h1>{body}</main></body></html>"
    )


@pytest.fixture(scope="module")
def opened(browser: Browser, markup: str) -> Iterator[Callable[..., Page]]:
    """`opened(width, theme)`: the page, in a window that sees nothing else."""
    contexts = []

    def answer(route: Route) -> None:
        folder, _, name = route.request.url.removeprefix(BOOK).partition("/")
        if folder == "_weights":
            route.fulfill(path=pretrained.FOLDER.joinpath(name))
        elif route.request.url == PAGE:
            route.fulfill(body=markup, content_type="text/html")
        else:
            route.abort()

    def open_page(width: int, theme: str) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(60_000)
        context.route("**/*", answer)
        contexts.append(context)
        page = context.new_page()
        page.goto(PAGE)
        page.wait_for_selector(BUTTON)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def library(opened: Callable[..., Page]) -> Page:
    """A page whose `models` are those of the front end, by name."""
    page = opened(1280, "light")
    files = ("model", "tokenizer", "seq2seq")
    module = "".join(frontend(f"{name}.js") for name in files)
    own = "Object.assign(window, {readSafetensors, seq2seq, greedy})"
    page.add_script_tag(content=f"{module}\n{own}", type="module")
    page.wait_for_function("window.greedy")
    load = """async names => {
        window.models = {};
        for (const name of names) {
            const file = await fetch(`../_weights/${name}.safetensors`);
            const content = readSafetensors(await file.arrayBuffer());
            models[name] = seq2seq(content);
        }
    }"""
    page.evaluate(load, NAMES)
    return page


def sentences() -> list[str]:
    """200 test sentences; half of them real where Multi30k is at hand."""
    phrases = [source for source, _ in translation.load("phrases", split="test")]
    if not os.environ.get("ATTNBOOK_DATA"):
        return phrases[:200]
    real = translation.load("multi30k", "en-fr", "test")
    shown = findings.translate.live().shows.examples
    known = {"".join(e["sentence"].split()) for e in shown}
    fresh = [s for s, _ in real if "".join(s.lower().split()) not in known]
    return phrases[:100] + fresh[-100:]


@pytest.mark.parametrize(("name", "step"), [(NAMES[0], 2), (NAMES[1], 1)])
def test_its_tokens_are_the_librarys(library: Page, name: str, step: int) -> None:
    """Every token of 200 translations that no figure shows; 100 without attention."""
    given = sentences()[::step]
    run = """([name, sentences]) => sentences.map((sentence) => {
        const {tokenizer} = models[name];
        const steps = [...greedy(models[name], tokenizer.encode(sentence), 80)];
        const tokens = steps.filter((step) => step).map(({token}) => token);
        return [tokenizer.decode(tokens), tokenizer.pieces(tokens), tokens];
    })"""
    found = library.evaluate(run, [name, given])
    translator = pretrained.load(name)
    expected = translator.translate(given)
    assert [text for text, _, _ in found] == expected
    pieces = translator.tokenizer.pieces
    assert all(said == pieces(tokens) for _, said, tokens in found)
    assert len(given) == 200 / step and max(map(len, expected)) > 30


@pytest.mark.parametrize("name", NAMES)
def test_its_logits_and_weights_are_the_librarys(library: Page, name: str) -> None:
    """To 1e-3, at every step of a few sentences."""
    run = """([name, sentence]) => {
        const source = models[name].tokenizer.encode(sentence);
        const steps = [...greedy(models[name], source, 80)];
        const plain = ({token, logits, weights}) =>
            [token, [...logits], weights && [...weights]];
        return steps.filter((step) => step).map(plain);
    }"""
    translator = pretrained.load(name)
    for sentence in (OWN, "Is it 5 o'clock ?", "a"):
        steps = library.evaluate(run, [name, sentence])
        tokens, logits, weights = zip(*steps, strict=True)
        source = batches.pad([translator.tokenizer.encode(sentence)])
        fed = torch.tensor([[START, *tokens[:-1]]])
        with torch.no_grad():
            wanted = translator.model(source, fed)[0]
            assert (torch.tensor(logits) - wanted).abs().max() < 1e-3
            if weights[0] is not None:
                read = translator.model.weights(source, fed)[0]
                assert (torch.tensor(weights) - read).abs().max() < 1e-3


def odd_strings() -> list[str]:
    """300 of what readers and cats type; the same on every run."""
    draw = random.Random(7)
    parts = [
        *("dog", "Dogs", "CAT", "l'herbe", "don't", "t-shirt", "garçon", "ÉTÉ"),
        *("e\u0301te\u0301", "İ", "ß", "ΣΑΣ", "ﬁ", "Å", "ŒUF", "naïve", "ǅ"),
        *("🚲", "👩‍👧", "🇫🇷", "你好", "привет", "עברית", "𝒳", "\u200b", "\ufeff"),
        *(" ", "  ", "\t", "\n", "\u00a0", "\u2003", "▁", "▁a", "_", "", "3.14"),
        *("2,000", "½", "٣", "...", "…", "«a»", "“b”", "’", "$5", "a=b", "<s>"),
        *("[stop]", "[pad]", "[unknown]", "\x00", "&amp;", "\\", "`", "^", "~"),
    ]
    count = range(300)
    mixed = [draw.choices(parts, k=draw.randrange(1, 9)) for _ in count]
    return [draw.choice(["", " "]).join(chosen) for chosen in mixed]


def test_its_tokenizer_is_the_librarys_on_odd_strings(library: Page) -> None:
    run = """([name, texts]) => texts.map((text) => {
        const {encode, decode, pieces} = models[name].tokenizer;
        const tokens = encode(text);
        return [tokens, decode(tokens), pieces(tokens)];
    })"""
    tokenizer = pretrained.load(NAMES[0]).tokenizer
    given = ["", " ", *odd_strings()]
    found = library.evaluate(run, [NAMES[0], given])
    for text, (tokens, decoded, pieces) in zip(given, found, strict=True):
        assert tokens == tokenizer.encode(text), repr(text)
        assert decoded == tokenizer.decode(tokens), repr(text)
        assert pieces == tokenizer.pieces(tokens), repr(text)


@pytest.mark.parametrize("change", ["dtype", "tokenizer", "cell", "cut"])
def test_a_file_of_another_kind_is_refused(library: Page, change: str) -> None:
    """With an error, not with other words."""
    run = """async ([name, change]) => {
        const file = await fetch(`../_weights/${name}.safetensors`);
        let content = await file.arrayBuffer();
        if (change === "cut") content = content.slice(0, -2);
        const replace = (from, to) => {
            const bytes = new Uint8Array(content);
            const text = new TextDecoder("latin1").decode(bytes);
            const at = text.indexOf(from);
            for (let k = 0; k < to.length; k++)
                bytes[at + k] = to.charCodeAt(k);
        };
        if (change === "dtype") replace("F16", "I16");
        if (change === "tokenizer") replace("NFC", "NFD");
        if (change === "cell") replace("gru", "rnn");
        try { seq2seq(readSafetensors(content)); return ""; }
        catch (error) { return error.message; }
    }"""
    said = library.evaluate(run, [NAMES[1], change])
    assert {
        "dtype": "numbers of type I16",
        "tokenizer": "a tokenizer of NFD",
        "cell": "cannot run a model like this: rnn",
        "cut": "the file is cut short",
    }[change] in said


WAYS = [(390, "dark"), (1280, "light")]


@pytest.fixture(scope="module")
def ready(opened: Callable[..., Page]) -> Page:
    """The figure with both models loaded by its button."""
    page = opened(1280, "light")
    assert page.locator(BUTTON).text_content().startswith("Load both models (")
    page.click(BUTTON)
    page.wait_for_function(FINISHED)
    return page


FINISHED = "/Computed in your browser/.test(document.body.innerText)"


def ask(page: Page, sentence: str) -> str:
    """Type a sentence, press Enter, wait for the last word on it."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    page.fill("textarea", sentence)
    page.press("textarea", "Enter")
    page.wait_for_function(
        "/Computed|Type|read at most|work/.test(document.querySelector("
        "'.attnbook-translator [role=status]').textContent)"
    )
    return page.locator(SAY).text_content()


def test_it_translates_what_the_reader_types(ready: Page) -> None:
    assert ask(ready, OWN).startswith("Computed in your browser, in ")
    written = [pretrained.load(name).trace(OWN) for name in NAMES]
    shown = [text.strip() for text in ready.locator(TEXTS).all_text_contents()]
    assert shown == [answer["text"] for answer in written]
    target = ".attnbook-translator section >> nth=1 >> .written li"
    assert ready.locator(target).all_text_contents() == written[1]["target"]
    chosen = ready.locator("select").evaluate("s => s.selectedOptions[0].text")
    assert chosen == "Your own sentence"


def test_the_lines_are_as_wide_as_the_weights(ready: Page) -> None:
    ask(ready, OWN)
    weights = pretrained.load(NAMES[1]).trace(OWN)["weights"]
    widths = ready.locator("section >> nth=1 >> path").evaluate_all(
        "l => l.map(e => [e.dataset.t, parseFloat(e.getAttribute('stroke-width'))])"
    )
    seen = weights[weights >= 0.03]
    assert len(widths) == len(seen)
    assert sorted(w for _, w in widths) == pytest.approx(
        sorted((11 * seen).tolist()), abs=0.06
    )


def test_words_that_only_one_model_wrote_are_marked(ready: Page) -> None:
    ready.select_option("select", "0")
    ready.wait_for_function(FINISHED)
    texts = [e["text"] for e in findings.translate.live().shows.examples[0]["answers"]]
    words = [{word.strip(".") for word in text.split()} for text in texts]
    for k, own in ((0, words[0] - words[1]), (1, words[1] - words[0])):
        marked = ready.locator(f"{TEXTS} >> nth={k} >> mark")
        assert set(marked.all_text_contents()) == own != set()


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("", "Type an English sentence first."),
        (" \n \t ", "Type an English sentence first."),
        ("dog " * 500, "This has 500 words. The models read at most 60."),
        ("a" * 700, "This has 700 characters. The models read at most 400."),
        ("a 🚲 and a 你 .", "The models have no token for 2 of these characters."),
        ("你好", "The models know none of these characters"),
        ("dog " * 60, "Computed in your browser"),
        ("a" * 400, "Computed in your browser"),
        ("!?" * 20, "Computed in your browser"),
        ("[stop] <b>x</b> [pad]", "Computed in your browser"),
    ],
    ids=lambda text: text[:12].strip(),
)
def test_odd_input_gets_a_clear_word(ready: Page, sentence: str, said: str) -> None:
    """And the page stays alive: a clock in it goes on ticking."""
    ready.evaluate("window.ticks = 0; window.clock = setInterval(() => ticks++, 1)")
    assert said in ask(ready, sentence)
    if len(sentence) > 300 and "Computed" in said:
        assert ready.evaluate("ticks") > 20
    ready.evaluate("clearInterval(clock)")
    if not said.startswith("Computed") and "token" not in said:
        return
    assert ready.locator(".attnbook-translator b").count() == 0


def test_the_limit_is_the_librarys() -> None:
    assert f"const WRITTEN = {LIMIT};" in frontend("work.js")


def test_the_keyboard_does_everything(ready: Page) -> None:
    """Tab goes through; Enter asks; arrows go through the steps."""
    ask(ready, OWN)
    answer = pretrained.load(NAMES[1]).trace(OWN)
    ready.focus("select")
    stops = []
    for _ in range(3):
        ready.keyboard.press("Tab")
        now = "[document.activeElement.localName, getComputedStyle(document.activeElement).outlineWidth]"
        stops.append(ready.evaluate(now))
    assert stops == [["textarea", "3px"], ["button", "3px"], ["input", "3px"]]
    for key, t in (
        ("ArrowRight", 1),
        ("End", len(answer["target"]) - 1),
        ("ArrowLeft", len(answer["target"]) - 2),
        ("Home", 0),
    ):
        ready.keyboard.press(key)
        word, row = answer["target"][t], answer["weights"][t]
        most = answer["source"][int(row.argmax())]
        seen = ready.locator(SEEN).text_content()
        start = f"Step {t + 1} writes “{word}” and reads “{most}” "
        assert seen.startswith(start), key
        assert f"{float(row.max()):.2f}" in seen
        lit = "section >> nth=1 >> .written li[data-lit]"
        assert ready.locator(lit).all_text_contents() == [word]


def test_pointing_previews_and_a_click_stays(ready: Page) -> None:
    ask(ready, OWN)
    rows = ready.locator("section >> nth=1 >> .written li")
    lit = ready.locator("section >> nth=1 >> .written li[data-lit]")
    words = rows.all_text_contents()
    rows.nth(3).hover()
    assert lit.all_text_contents() == [words[3]]
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[0]]
    rows.nth(3).click()
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[3]]


@pytest.mark.parametrize(("width", "theme"), WAYS)
def test_it_keeps_its_height_and_axe_finds_nothing(
    opened: Callable[..., Page], width: int, theme: str
) -> None:
    page = opened(width, theme)
    box = ".attnbook-translator"
    height = "e => e.getBoundingClientRect().height"
    heights = {page.locator(box).evaluate(height)}
    for sentence in (OWN, "", "dog " * 60):
        ask(page, sentence)
        heights.add(page.locator(box).evaluate(height))
    report = Axe().run(page, options={"preload": False}).response
    assert [v["id"] for v in report["violations"]] == []
    assert len(heights) == 1, heights
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    for part in page.locator(f"{box} :is(button, select, textarea, input)").all():
        assert part.bounding_box()["height"] >= 44


def test_before_loading_recorded_sentences_stand_there(
    opened: Callable[..., Page],
) -> None:
    """Without the button no weights are asked for."""
    page = opened(1280, "light")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for k, example in enumerate(findings.translate.live().shows.examples):
        page.select_option("select", str(k))
        texts = [text.strip() for text in page.locator(TEXTS).all_text_contents()]
        answers = example["answers"]
        assert texts == ([a["text"] for a in answers] or ["", ""])
        said = page.locator(SAY).text_content()
        assert said.startswith("Recorded" if answers else "Load the models")
    assert asked == []


def test_weights_that_are_not_there_are_named(opened: Callable[..., Page]) -> None:
    """The button stays, for another try."""
    page = opened(1280, "light")
    missing = lambda route: route.fulfill(status=404)  # noqa: E731
    page.route("**/*.safetensors", missing)
    assert "seq2seq.safetensors: answer 404" in ask(page, OWN)
    assert page.locator(BUTTON).text_content().startswith("Load both models")
    page.unroute("**/*.safetensors")
    assert ask(page, OWN).startswith("Computed")


@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_nothing_can_run_it_says_why(
    browser: Browser, markup: str, tmp_path: Path, where: str
) -> None:
    page = browser.new_page()
    if where == "file":
        path = tmp_path / "page.html"
        path.write_text(markup, encoding="utf-8")
        page.goto(path.as_uri())
    else:
        page.set_content(markup.replace(' data-content_root="../"', ""))
    page.wait_for_selector(".attnbook-translator")
    why = {"file": "opened from a file", "elsewhere": "in a running notebook"}
    assert page.get_by_text(why[where]).is_visible()
    assert not page.locator("form").is_visible()
    page.select_option("select", "1")
    second = findings.translate.live().shows.examples[1]["answers"]
    texts = [text.strip() for text in page.locator(TEXTS).all_text_contents()]
    assert texts == [answer["text"] for answer in second]
    page.close()


KERNEL = """([module, state]) => {
    const heard = {};
    window.asked = [];
    window.model = {
        get: (name) => state[name],
        set: (name, value) => {
            state[name] = value;
            heard[`change:${name}`]?.forEach((act) => act());
        },
        on: (name, act) => (heard[name] ??= []).push(act),
        off: (name, act) =>
            (heard[name] = heard[name].filter((other) => other !== act)),
        save_changes: () => state.request.number && asked.push(state.request),
    };
    const type = {type: "text/javascript"};
    const address = URL.createObjectURL(new Blob([module], type));
    return import(address).then(({default: {render}}) => {
        render({model, el: document.body});
    });
}"""


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """What the page asks reaches Python, and Python's answer the page."""
    loaded = {}
    load = lambda name: loaded.setdefault(name, pretrained.load(name))  # noqa: E731
    figure = findings.translate.live(load).shows
    page = browser.new_page()
    names = ("models", "examples", "example", "languages", "kernel")
    state = {name: getattr(figure, name) for name in (*names, "request", "reply")}
    page.evaluate(KERNEL, [str(figure._esm), state])
    first = page.evaluate("asked.at(-1)")
    assert first == {"number": 1, "sentence": figure.examples[0]["sentence"]}
    assert page.locator(BUTTON).text_content() == "Translate"
    page.fill("textarea", OWN)
    page.press("textarea", "Enter")
    figure.set_state({"request": page.evaluate("asked.at(-1)")})
    page.evaluate("reply => model.set('reply', reply)", figure.reply)
    page.wait_for_function("/by the notebook/.test(document.body.innerText)")
    expected = [pretrained.load(name).trace(OWN)["text"] for name in NAMES]
    texts = [text.strip() for text in page.locator(TEXTS).all_text_contents()]
    assert texts == expected
    page.press("textarea", "Enter")
    error = SimpleNamespace(**page.evaluate("asked.at(-1)"))
    failed = {"number": error.number, "error": "no memory"}
    page.evaluate("reply => model.set('reply', reply)", failed)
    page.wait_for_function("/It did not work: no memory/.test(document.body.innerText)")
    page.close()


def test_the_site_holds_the_weights_that_its_pages_name(address: str) -> None:
    """Those and no others."""
    files = {path.name for path in SITE.glob("_weights/*")}
    pages = [p.read_text(encoding="utf-8") for p in SITE.rglob("*.html")]
    named = {
        f"{name}.safetensors"
        for name in pretrained.names()
        if any(f'"_weights/{name}.safetensors"' in page for page in pages)
    }
    assert files == named
