"""Against the published implementation, by the definition, and on samples whose
spread is known.
"""

import random

import pytest
import sacrebleu

from attnbook.metrics.bleu import bleu, bootstrap, sentence_bleu
from attncourse import spec

REFERENCES = [
    "Un chien noir court dans l'herbe.",
    "Deux enfants jouent.",
    "Une femme lit un livre à l'ombre.",
    "Il dort.",
]
SYSTEM = [
    "Un chien court dans l'herbe noire.",
    "Deux enfants jouent.",
    "Une femme lit à l'ombre d'un arbre.",
    "Elle dort.",
]
WORSE = [
    "Un chien.",
    "Des enfants jouent.",
    "Une femme lit un livre.",
    "Il dort.",
]


def test_several_references_are_as_good_as_each_other():
    """Not every hypothesis has as many: sacrebleu compares with those there
    are.
    """
    several = [[a, b] for a, b in zip(REFERENCES, SYSTEM, strict=True)]
    assert bleu(SYSTEM, several)[0] == pytest.approx(100)
    assert bleu(REFERENCES, several)[0] == pytest.approx(100)
    assert bleu(SYSTEM, [[a] for a in REFERENCES]) == bleu(SYSTEM, REFERENCES)
    uneven = [several[0], *REFERENCES[1:]]
    assert (
        bleu(SYSTEM, REFERENCES)[0]
        < bleu(SYSTEM, uneven)[0]
        < bleu(SYSTEM, several)[0]
    )
    assert "nrefs:var" in bleu(SYSTEM, uneven)[1]


def test_bleu_is_sacrebleus_with_its_signature():
    score, signature = bleu(SYSTEM, REFERENCES)
    assert (
        score
        == sacrebleu.corpus_bleu(
            SYSTEM, [REFERENCES], lowercase=True, tokenize="13a"
        ).score
    )
    assert (
        signature == "nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|"
        f"version:{sacrebleu.__version__}"
    )


def test_bleu_is_the_definition_on_the_same_tokens():
    """Where every precision is above zero, smoothing changes nothing."""
    tokens = [
        [sacrebleu.metrics.BLEU().tokenizer(s.lower()).split() for s in side]
        for side in (SYSTEM, REFERENCES)
    ]
    assert bleu(SYSTEM, REFERENCES)[0] == pytest.approx(
        spec.bleu(*tokens), rel=1e-12
    )


def test_bootstrap_estimates_the_difference_of_the_corpus_scores():
    """The estimate is sacrebleu's own difference, whatever the sentences
    drawn.
    """
    interval = bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert interval.value == pytest.approx(
        bleu(SYSTEM, REFERENCES)[0] - bleu(WORSE, REFERENCES)[0]
    )
    assert interval.low <= interval.value <= interval.high


SHORT = ["Un chien noir dort ici.", "Deux enfants rient là."]


@pytest.mark.parametrize(
    ("first", "second", "references"),
    [
        (SHORT, ["Le chat.", "Il dort."], REFERENCES[:2]),
        (
            SYSTEM,
            WORSE,
            [[r, s] for r, s in zip(REFERENCES, SYSTEM, strict=True)],
        ),
    ],
    ids=["no four words match", "several references"],
)
def test_both_are_one_score(first, second, references) -> None:
    """BLEU is smoothed, and so is the difference."""
    expected = bleu(first, references)[0] - bleu(second, references)[0]
    interval = bootstrap(first, second, references, resamples=20)
    assert interval.value == pytest.approx(expected) and expected
    assert interval.low < interval.high


def test_no_resamples_are_refused() -> None:
    with pytest.raises(ValueError, match="resamples"):
        bootstrap(SYSTEM, WORSE, REFERENCES, resamples=0)


def test_bootstrap_depends_on_the_seed_and_turns_sign_with_the_order():
    one = bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one == bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one != bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100, seed=2)
    turned = bootstrap(WORSE, SYSTEM, REFERENCES, resamples=100)
    assert turned == pytest.approx((-one.value, -one.high, -one.low))


def test_sacrebleu_has_nothing_to_add(caplog):
    """It would advise on tokens set apart by spaces, and on sentences measured
    one by one.
    """
    tokens = ("Il dort bien .",) * 101
    assert bleu(tokens, tokens)[0] == pytest.approx(100)
    bootstrap(tokens, tokens, tokens, resamples=2)
    assert not caplog.records


def test_the_interval_covers_chance():
    """Right and wrong sentences, drawn alike for both systems: the difference
    is chance, and zero lies inside.

    It shrinks with the root of the number of sentences: four times as many
    halve it, within a third.
    """
    draw = random.Random(1)

    def interval(count):
        references = [f"the number {i} is a good number" for i in range(count)]
        sides = [
            [
                r if draw.random() < 0.5 else "the wrong words are in this line"
                for r in references
            ]
            for _ in "ab"
        ]
        return bootstrap(*sides, references, resamples=200)

    small, large = interval(100), interval(400)
    for found in (small, large):
        assert found.low < 0 < found.high
    assert (large.high - large.low) / (small.high - small.low) == pytest.approx(
        1 / 2, rel=1 / 3
    )


def test_bootstrap_ignores_case_as_bleu_does():
    shouted = [s.upper() for s in SYSTEM]
    assert bootstrap(shouted, WORSE, REFERENCES, resamples=100) == bootstrap(
        SYSTEM, WORSE, REFERENCES, resamples=100
    )
    assert bootstrap(shouted, SYSTEM, REFERENCES, resamples=100) == (0, 0, 0)


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(
        ValueError, match="one hypothesis for each reference: 2 and 4"
    ):
        bleu(SYSTEM[:2], REFERENCES)
    with pytest.raises(ValueError, match="0 and 0"):
        bleu([], [])
    with pytest.raises(ValueError, match="2 and 4"):
        bootstrap(SYSTEM, SYSTEM[:2], REFERENCES)


def test_one_text_is_no_list_and_no_reference_is_none():
    with pytest.raises(TypeError, match="hypotheses are a list of texts: 'ab'"):
        bleu("ab", ["a", "b"])
    with pytest.raises(TypeError, match="references are a list of texts: 'ab'"):
        bootstrap(["a", "b"], ["a", "b"], "ab")
    with pytest.raises(ValueError, match="sentence 1 has no reference"):
        bleu(["a b c d e", "f"], [["a b c d e"], []])


def test_one_sentence_is_scored_by_the_runs_that_it_is_long_enough_for():
    """Letters of either case are one; a short sentence can be perfect. Only a
    hypothesis that is too short pays the penalty of brevity.
    """
    said, wanted = "un chat noir dort", "un chat noir dort bien ici"
    by_hand = spec.bleu([said.split()], [wanted.split()])
    assert sentence_bleu(said, wanted) == pytest.approx(by_hand)
    assert sentence_bleu(said.upper(), wanted) == pytest.approx(by_hand)
    assert sentence_bleu("Il dort", "il dort") == pytest.approx(100)
    assert sentence_bleu("il", wanted) == 0
    assert sentence_bleu(wanted, said) != pytest.approx(by_hand)
