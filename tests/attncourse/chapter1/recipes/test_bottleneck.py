"""Phrases side by side: what is drawn, and when it is right."""

from dataclasses import replace

import pytest
import torch

from attnbook import decode
from attnbook.data import phrases
from attncourse.chapter1.recipes import bottleneck

THREE = replace(bottleneck.THREE, pool=200, tested=3)


@pytest.fixture
def three():
    words = bottleneck.words(THREE.tokens)
    return THREE.fresh({"side": "attention"}, 1), words


def test_items_are_whole_phrases_of_their_split():
    known = {p.source: p.target for p in bottleneck.pool(200, "val")}
    generator = torch.Generator().manual_seed(1)
    pairs = THREE.drawn("val", 30, generator)
    assert len(pairs) == 30
    counts = set()
    for source, target in pairs:
        parts = [part for part in known if part in source]
        assert all(known[part] in target for part in parts)
        counts.add(sum(map(source.count, parts)))
    assert counts == {1, 2, 3}


def test_a_pool_of_5000_is_the_split_itself():
    for split in phrases.SPLITS:
        assert bottleneck.pool(5000, split) == list(phrases.split(split))


def test_groups_hold_unseen_phrases_by_number_or_by_words():
    unseen = {p.source for p in bottleneck.pool(200, "test")}
    assert list(THREE.groups()) == ["phrases 1", "phrases 2", "phrases 3"]
    one = replace(THREE, longest=1).groups()
    for name, pairs in one.items():
        for source, _ in pairs:
            assert source in unseen
            assert len(source.split()) >= int(name.split()[1])


def test_only_what_is_right_to_the_last_token_counts(three, monkeypatch):
    model, words = three
    pairs = THREE.groups()["phrases 2"]
    wanted = {
        tuple(words.encode(source)): words.encode(target)
        for source, target in pairs
    }

    ends = [bottleneck.tokenizer.STOP]

    def said(model, source, **_):
        rows = [tuple(t for t in row if t) for row in source.tolist()]
        return [wanted[row][:-1] + ends for row in rows]

    monkeypatch.setattr(decode, "greedy", said)
    assert bottleneck.exact(model, words, pairs) == 1
    ends[0] = 7
    assert bottleneck.exact(model, words, pairs) == 0
