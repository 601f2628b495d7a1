"""Sentence pairs: what there is can be had, what there is not is told."""

import gzip

import pytest

from attnbook import files
from attnbook.data import phrases, translation
from tests.toys import real_data, refused


@pytest.fixture
def small_mirror(tmp_path, monkeypatch):
    """Multi30k with two pairs and hashes of its own, in a folder that
    ATTNBOOK_DATA names.
    """
    digests = {}
    for name in translation.DIGESTS:
        content = gzip.compress(f"{name} 1\n{name} 2\n".encode())
        files.write(tmp_path / "multi30k" / name, content)
        digests[name] = files.sha256(content)
    monkeypatch.setattr(translation, "DIGESTS", digests)
    monkeypatch.setenv("ATTNBOOK_DATA", str(tmp_path))
    return tmp_path / "multi30k"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "multi40k en-fr train",
            "corpus: 'multi40k'; there are phrases, multi30k",
        ),
        ("multi30k fr-en train", "pair: 'fr-en'; there are en-fr, de-en"),
        ("phrases de-en train", "pair: 'de-en'; there are en-fr"),
        ("multi30k en-fr dev", "split: 'dev'; there are train, val, test"),
    ],
)
def test_what_there_is_not_is_refused_and_what_there_is_listed(name, says):
    with refused(f"unknown {says}"):
        translation.load(*name.split())


@pytest.mark.parametrize("split", translation.SPLITS)
def test_phrases_are_the_pairs_of_the_generator(split):
    assert translation.load(split=split) == [
        (p.source, p.target) for p in phrases.split(split)
    ]


@pytest.mark.parametrize(
    ("pair", "languages"), [("en-fr", ("en", "fr")), ("de-en", ("de", "en"))]
)
def test_the_source_language_comes_first_and_lines_stay_together(
    small_mirror, pair, languages
):
    first, second = (f"val.{language}.gz" for language in languages)
    assert translation.load("multi30k", pair, "val") == [
        (f"{first} {i}", f"{second} {i}") for i in (1, 2)
    ]


def test_files_of_different_lengths_are_refused(small_mirror, monkeypatch):
    content = gzip.compress(b"one line\n")
    (small_mirror / "val.fr.gz").write_bytes(content)
    digest = files.sha256(content)
    monkeypatch.setitem(translation.DIGESTS, "val.fr.gz", digest)
    with refused("shorter"):
        translation.load("multi30k", "en-fr", "val")


@real_data
@pytest.mark.parametrize("pair", translation.PAIRS["multi30k"])
@pytest.mark.parametrize(
    ("split", "count"), [("train", 29_000), ("val", 1_014), ("test", 1_000)]
)
def test_the_real_corpus_has_its_published_size(pair, split, count):
    """Sizes: Elliott et al. 2016, table 1; every sentence has text on both
    sides.
    """
    pairs = translation.load("multi30k", pair, split)
    assert len(pairs) == count
    assert all(source.strip() and target.strip() for source, target in pairs)
