"""Models in plain JavaScript give the library's own tokens and numbers."""

import os
import random
import sys

import pytest
import torch
from playwright.sync_api import Page

from attnbook import pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START, tidy
from attncourse.chapter1 import findings
from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter1.translations import NAMES
from tests.attncourse.live.site.alive import functions_of

library = functions_of(
    translations.figure,
    "seq2seq, greedy, tidy",
    "live/shared/seq2seq.js",
    models=NAMES,
    by="seq2seq",
)


def sentences() -> list[str]:
    """20 test sentences; half of them real where Multi30k is at hand."""
    phrases = [s for s, _ in translation.load("phrases", split="test")]
    if not os.environ.get("ATTNBOOK_DATA"):
        return phrases[:20]
    real = translation.load("multi30k", "en-fr", "test")
    shown = findings.compare.live().display.examples
    known = {"".join(e["sentence"].split()) for e in shown}
    fresh = [s for s, _ in real if "".join(s.lower().split()) not in known]
    return phrases[:10] + fresh[-10:]


@pytest.mark.parametrize("name", NAMES)
def test_its_tokens_are_the_librarys(library: Page, name: str) -> None:
    """Of 20 sentences that no figure shows."""
    given = sentences()
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
    assert max(map(len, expected)) > 30


@pytest.mark.parametrize("name", NAMES)
def test_its_logits_and_weights_are_the_librarys(library, name) -> None:
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
        *("🚲", "👩‍👧", "🇫🇷", "你好", "привет", "עברית", "𝒳", "\u200b"),
        *("\ufeff", " ", "  ", "\t", "\n", "\u00a0", "\u2003", "▁", "▁a"),
        *("_", "", "3.14"),
        *("2,000", "½", "٣", "...", "…", "«a»", "“b”", "’", "$5"),
        *("a=b", "<s>", "[stop]", "[pad]", "[unknown]", "\x00", "&amp;"),
        *("\\", "`", "^", "~"),
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
    """Every character that there is, between two letters; and odd strings."""
    run = """(texts) => {
        const all = [...Array(0x110000).keys()].filter((n) => n >> 11 !== 27);
        const signs = all.map((n) => `a${String.fromCodePoint(n)}b`);
        return [...texts, ...signs.filter((text) => tidy(text) !== text)].map(
            (text) => [text, tidy(text)]);
    }"""
    signs = map(chr, [*range(0xD800), *range(0xE000, sys.maxunicode + 1)])
    signs = (f"a{sign}b" for sign in signs)
    given = [*odd_strings(), *(text for text in signs if tidy(text) != text)]
    found = library.evaluate(run, odd_strings())
    assert found == [[text, tidy(text)] for text in given]
    assert len(given) > 4000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("F16", "I16"), "numbers of type I16"),
        (("NFC", "NFD"), "a tokenizer of NFD"),
        (("", ""), "the file is cut short"),
    ],
)
def test_a_broken_file_is_refused(library, change, said) -> None:
    """With an error, not with other words."""
    run = """async ([name, from, to]) => {
        const file = await fetch(`../_weights/${name}.safetensors`);
        const bytes = new Uint8Array(await file.arrayBuffer());
        const at = new TextDecoder("latin1").decode(bytes).indexOf(from);
        bytes.set(new TextEncoder().encode(to), at);
        const { buffer } = from ? bytes : bytes.slice(0, -2);
        try { seq2seq(readSafetensors(buffer)); return ""; }
        catch (error) { return error.message; }
    }"""
    assert said in library.evaluate(run, [NAMES[1], *change])
