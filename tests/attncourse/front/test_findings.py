"""What the first page and the last one show is what the results say."""

from attncourse.experiments import results
from attncourse.front.findings import machines, models, scoreboard
from attncourse.front.live.welcome import LIT, helped, welcome


def test_all_translators_into_french_are_shown():
    scored = {
        name
        for name in results.names()
        if "greedy_bleu" in results.load(name).values and "de-en" not in name
    }
    assert scored == set(scoreboard.FRENCH)


def test_the_sentence_is_the_first_of_all():
    found = models.sentence()
    said = [row[1] for row in found.display.cells]
    assert said == [
        results.load(name).samples["hypotheses"][0] for name in models.LABELS
    ]


def test_the_scores_are_those_of_the_results():
    text = models.scores().display.alt
    for name, label in models.LABELS.items():
        for kind in ("greedy_bleu", "bleu"):
            score = results.load(name).value(kind)
            assert f"{score:.2f} at {label}" in text


def test_the_first_page_opens_with_the_sentence_that_attention_helps_most():
    examples = welcome().examples
    gains = [helped(one) for one in examples]
    assert gains == sorted(gains, reverse=True) and gains[-1] > 0
    assert not any(LIT in one["sentence"] for one in examples)
    for _, *answers in (one["answers"] for one in examples):
        assert answers[0]["source"] == answers[1]["source"]


def test_long_runs_are_those_of_half_an_hour_the_longest_first():
    found = machines.long_runs()
    minutes = [int(row[-1]) for row in found.display.cells]
    assert minutes == sorted(minutes, reverse=True) and minutes[-1] >= 30
    assert "AMD EPYC" in found.caption
