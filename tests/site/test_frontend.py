"""Models in plain JavaScript give the library's own tokens and numbers."""

import os
import random
from collections.abc import Iterator

import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import findings, pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START, tidy
from attnbook.pretrained.translator import LIMIT
from attnbook.show.live import frontend
from tests.site import scratch

NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    """A page whose `models` are those of the front end, by name."""
    with scratch.opened(browser, 1280, "light") as page:
        prepare(page)
        yield page


def prepare(page: Page) -> None:
    """Load the front end's models into the page."""
    files = (
        "shared/safetensors.js",
        "shared/tokenizer.js",
        "translator/seq2seq.js",
    )
    module = frontend.module(*files)
    own = "Object.assign(window, {readSafetensors, seq2seq, greedy, tidy})"
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


def sentences() -> list[str]:
    """200 test sentences; half of them real where Multi30k is at hand."""
    phrases = [s for s, _ in translation.load("phrases", split="test")]
    if not os.environ.get("ATTNBOOK_DATA"):
        return phrases[:200]
    real = translation.load("multi30k", "en-fr", "test")
    shown = findings.translate.live().display.examples
    known = {"".join(e["sentence"].split()) for e in shown}
    fresh = [s for s, _ in real if "".join(s.lower().split()) not in known]
    return phrases[:100] + fresh[-100:]


@pytest.mark.parametrize(("name", "step"), [(NAMES[0], 2), (NAMES[1], 1)])
def test_its_tokens_are_the_librarys(
    library: Page,
    name: str,
    step: int,
) -> None:
    """Of 200 sentences that no figure shows; 100 for the first model."""
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
def test_its_logits_and_weights_are_the_librarys(
    library: Page,
    name: str,
) -> None:
    """To 1e-3, at every step of a few sentences."""
    run = """([name, sentence]) => {
        const source = models[name].tokenizer.encode(sentence);
        const steps = [...greedy(models[name], source, 80)];
        const plain = ({token, logits, weights}) =>
            [token, [...logits], weights && [...weights]];
        return steps.filter((step) => step).map(plain);
    }"""
    translator = pretrained.load(name)
    for sentence in ("two black cats sleep .", "Is it 5 o'clock ?", "a"):
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
        *(
            "🚲",
            "👩‍👧",
            "🇫🇷",
            "你好",
            "привет",
            "עברית",
            "𝒳",
            "\u200b",
            "\ufeff",
        ),
        *(
            " ",
            "  ",
            "\t",
            "\n",
            "\u00a0",
            "\u2003",
            "▁",
            "▁a",
            "_",
            "",
            "3.14",
        ),
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
    own = pretrained.load(NAMES[0]).tokenizer
    given = ["", " ", *odd_strings()]
    found = library.evaluate(run, [NAMES[0], given])
    for text, (tokens, decoded, pieces) in zip(given, found, strict=True):
        assert tokens == own.encode(text), repr(text)
        assert decoded == own.decode(tokens), repr(text)
        assert pieces == own.pieces(tokens), repr(text)


def test_it_tidies_as_the_library_does(library: Page) -> None:
    """Every space and every quote that there is, between two letters."""
    given = [*odd_strings(), *(f"a{chr(n)}b" for n in range(0xD800))]
    found = library.evaluate("texts => texts.map(tidy)", given)
    assert found == list(map(tidy, given))


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


def test_the_limit_is_the_librarys() -> None:
    assert f"const WRITTEN = {LIMIT};" in frontend.read(
        "translator/translate_loop.js"
    )
