"""Words in company: what the page gets."""

from tests.attncourse.chapter5 import companies


def test_a_word_that_stands_twice_has_one_embedding_and_two_companies():
    figure = companies.figure()
    for example in figure.examples[:3]:
        rows = example["answers"][0]["rows"]
        twice = [row for row in rows if row["word"] == rows[1]["word"]]
        if len(twice) < 2:
            continue
        first, last = twice
        assert first["before"] == last["before"]
        assert not set(first["after"][:2]) & set(last["after"][:2])
        assert first["word"] not in first["before"] + last["after"]


def test_its_picture_says_the_words():
    figure = companies.figure()
    alt = figure.still().alt
    assert "“People train on a train.”" in alt
    for row in figure.examples[0]["answers"][0]["rows"]:
        assert ", ".join(row["after"]) in alt
