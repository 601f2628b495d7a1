"""Every check of every chapter: the reference passes, the stub fails, each
wrong answer is refused with its words.
"""

from collections import Counter

import pytest

from attnbook import check
from attnbook.check.checker import Check
from tests.check.bank.bank import load
from tests.check.said import said

BANK = load()
CHECKS = {
    f"{chapter}.{name}": value
    for chapter in dir(check)
    for name, value in vars(getattr(check, chapter)).items()
    if isinstance(value, Check)
}


def test_every_check_has_its_bank_and_the_name_of_its_function():
    assert set(BANK) == set(CHECKS)
    assert all(key.split(".")[1] == each.name for key, each in CHECKS.items())
    assert all(BANK.values())
    assert sum(map(len, BANK.values())) >= 57


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


@pytest.mark.parametrize("key", CHECKS)
def test_wrong_answers_are_refused_with_the_place_of_their_mistake(key):
    """No sentence is said of more than two of them, nine of ten hear more than
    that values are wrong, and each mistake that the check knows is among them.
    """
    messages = [said(CHECKS[key], wrong.function) for wrong in BANK[key]]
    for wrong, message in zip(BANK[key], messages, strict=True):
        assert message.startswith(f"{CHECKS[key].name}: ")
        assert wrong.says in message, wrong.function.__name__
    heads = Counter(m.split("\n  case: ")[0] for m in messages)
    assert heads.most_common(1)[0][1] <= 2
    named = ["the values are wrong" not in message for message in messages]
    assert sum(named) >= 0.9 * len(named)
    for mistake in CHECKS[key].mistakes:
        assert any(mistake.message in message for message in messages)


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
