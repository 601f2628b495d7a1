"""Against the published implementation, by the definition, and on samples whose
spread is known.
"""

import random

import pytest
import sacrebleu

from attnbook.metrics.bleu import bleu, bootstrap, chrf, sentence_bleu
from attncourse import spec
from tests.toys import refused

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
    assert bleu(SYSTEM, SEVERAL)[0] == pytest.approx(100)
    assert bleu(REFERENCES, SEVERAL)[0] == pytest.approx(100)
    assert bleu(SYSTEM, [[a] for a in REFERENCES]) == bleu(SYSTEM, REFERENCES)
    uneven = [SEVERAL[0], *REFERENCES[1:]]
    scores = [bleu(SYSTEM, x)[0] for x in (REFERENCES, uneven, SEVERAL)]
    assert scores[0] < scores[1] < scores[2]
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


SHORT = ["Un chien noir dort ici.", "Deux enfants rient là."]
SHOUTED = [s.upper() for s in SYSTEM]
SEVERAL = [[r, s] for r, s in zip(REFERENCES, SYSTEM, strict=True)]


@pytest.mark.parametrize(
    ("first", "second", "references"),
    [
        (SYSTEM, WORSE, REFERENCES),
        (SHOUTED, WORSE, REFERENCES),
        (SHORT, ["Le chat.", "Il dort."], REFERENCES[:2]),
        (SYSTEM, WORSE, SEVERAL),
    ],
    ids=["plain", "capitals", "no four words match", "several references"],
)
def test_the_difference_is_that_of_the_corpus_scores(first, second, references):
    """Whatever the sentences drawn; BLEU is smoothed, and so is this."""
    expected = bleu(first, references)[0] - bleu(second, references)[0]
    interval = bootstrap(first, second, references, resamples=20)
    assert interval.value == pytest.approx(expected) and expected
    assert interval.low < interval.high


def test_bootstrap_depends_on_the_seed_and_turns_sign_with_the_order():
    one = bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one == bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one != bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100, seed=2)
    usual = bootstrap(SYSTEM, WORSE, REFERENCES, resamples=1000, seed=1)
    assert usual == bootstrap(SYSTEM, WORSE, REFERENCES)
    single = bootstrap(SYSTEM, WORSE, REFERENCES, resamples=1)
    assert single.low == single.high
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


TEXT = ["a b c d e", "f"]


@pytest.mark.parametrize(
    ("measure", "given", "says", "error"),
    [
        (bleu, (TEXT, TEXT[:1]), "for each reference: 2 and 1", ValueError),
        (bleu, ([], []), "0 and 0", ValueError),
        (bleu, (TEXT, [TEXT, []]), "sentence 1 has no reference", ValueError),
        (bleu, ("ab", TEXT), "hypotheses are a list of texts: 'ab'", TypeError),
        (bootstrap, (TEXT, TEXT[:1], TEXT), "1 and 2", ValueError),
        (bootstrap, (TEXT, TEXT, "ab"), "references are a list", TypeError),
        (bootstrap, (TEXT, TEXT, TEXT, 0), "resamples", ValueError),
    ],
)
def test_what_cannot_be_compared_is_refused(measure, given, says, error):
    with refused(says, error):
        measure(*given)


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


def test_chrf_is_sacrebleus():
    said, wanted = ["A man runs .", "two dogs"], ["a man ran .", "two cats"]
    whole = sacrebleu.metrics.CHRF(lowercase=True).corpus_score(said, [wanted])
    assert chrf(said, wanted) == whole.score
    assert chrf(wanted, wanted) == 100
    with pytest.raises(ValueError, match="one hypothesis for each"):
        chrf(said, wanted[:1])
