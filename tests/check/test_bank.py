"""Every check of every chapter: the reference passes, the stub fails, each
wrong answer is refused with its words.
"""

from collections import Counter
from functools import cache

import pytest

from attnbook import check
from attnbook.check.checker import Check
from tests.check.bank.bank import Wrong, load
from tests.check.said import said

BANK = load()
CHECKS = {
    f"{chapter}.{name}": value
    for chapter in dir(check)
    for name, value in vars(getattr(check, chapter)).items()
    if isinstance(value, Check)
}
WRONG = [(name, wrong) for name, bank in BANK.items() for wrong in bank]


@cache
def refusal(key: str, wrong: Wrong) -> str:
    """What a check says of a wrong answer; it is asked once."""
    return said(CHECKS[key], wrong.function)


def test_every_check_has_its_bank_and_the_name_of_its_function():
    assert set(BANK) == set(CHECKS)
    assert all(key.split(".")[1] == each.name for key, each in CHECKS.items())
    assert all(BANK.values())


def test_nine_of_ten_wrong_answers_get_the_place_of_their_mistake():
    """Here all of them do; a further bank may hold a few that do not."""
    named = [
        "the values are wrong" not in refusal(key, wrong)
        for key, wrong in WRONG
    ]
    assert len(named) >= 57
    assert sum(named) >= 0.9 * len(named)


@pytest.mark.parametrize("key", CHECKS)
def test_the_reference_passes_with_one_line(key, capsys):
    CHECKS[key](CHECKS[key].reference)
    assert (
        capsys.readouterr().out
        == f"{CHECKS[key].name}: right in all {len(CHECKS[key].cases)} cases.\n"
    )


@pytest.mark.parametrize("key", CHECKS)
def test_the_stub_is_not_written_yet(key):
    def stub(*given):
        raise NotImplementedError()

    assert (
        said(CHECKS[key], stub)
        == f"{CHECKS[key].name}: not written yet. Replace the line that raises "
        f"by your code."
    )


@pytest.mark.parametrize(
    ("key", "wrong"),
    WRONG,
    ids=[f"{key}-{wrong.function.__name__}" for key, wrong in WRONG],
)
def test_a_wrong_answer_is_refused_with_the_place_of_its_mistake(key, wrong):
    message = refusal(key, wrong)
    assert message.startswith(f"{CHECKS[key].name}: ")
    assert wrong.says in message


@pytest.mark.parametrize("key", CHECKS)
def test_messages_tell_wrong_answers_apart(key):
    """No sentence is said of more than two answers."""
    heads = Counter(
        refusal(key, wrong).split("\n  case: ")[0] for wrong in BANK[key]
    )
    assert heads.most_common(1)[0][1] <= 2


@pytest.mark.parametrize("key", CHECKS)
def test_every_mistake_that_a_check_knows_is_in_the_bank(key):
    messages = "\n".join(refusal(key, wrong) for wrong in BANK[key])
    assert [
        mistake.message
        for mistake in CHECKS[key].mistakes
        if mistake.message not in messages
    ] == []


@pytest.mark.parametrize("key", CHECKS)
def test_a_mistake_made_exactly_is_recognised(key):
    for mistake in CHECKS[key].mistakes:
        made = said(
            CHECKS[key],
            lambda *given, of=mistake: of.answer(
                **dict(zip(CHECKS[key].takes, given, strict=True))
            ),
        )
        assert mistake.message in made


@pytest.mark.parametrize("key", CHECKS)
def test_cases_are_the_same_each_time(key):
    for case in CHECKS[key].cases:
        first, second = (CHECKS[key].reference(**case.make()) for _ in range(2))
        assert repr(first) == repr(second)


@pytest.mark.parametrize("key", CHECKS)
def test_takes_names_the_arguments_in_their_order(key):
    for case in CHECKS[key].cases:
        assert list(case.make()) == list(CHECKS[key].takes)
