"""Checks: right answers pass, every wrong answer in the bank is told apart, nothing makes a check crash."""

import numpy
import pytest
import torch

from attnbook import check
from tests.check.bank.bank import load

BANK = load()
CHECKS = {name: getattr(check, name) for name in check.__all__ if isinstance(getattr(check, name), check.Check)}
WRONG = [(name, wrong) for name, bank in BANK.items() for wrong in bank]


def message(name: str, function: object) -> str:
    """What the check says of a wrong answer."""
    with pytest.raises(AssertionError) as failure:
        CHECKS[name](function)
    return str(failure.value)


def good_greedy(step, state, start, stop, limit):
    """Right, and written otherwise than the reference."""
    tokens = []
    while len(tokens) < limit:
        scores, state = step(state, (tokens or [start])[-1])
        token = scores.argmax().item()
        if token == stop:
            return tokens
        tokens.append(token)
    return tokens


def test_every_check_has_its_bank_and_its_own_name():
    assert set(BANK) == set(CHECKS) == {each.name for each in CHECKS.values()}
    assert all(len(bank) >= 4 for bank in BANK.values())


@pytest.mark.parametrize("name", CHECKS)
def test_the_reference_passes_with_one_line(name, capsys):
    CHECKS[name](CHECKS[name].reference)
    assert capsys.readouterr().out == f"{name}: right in all {len(CHECKS[name].cases)} cases.\n"


@pytest.mark.parametrize(("name", "wrong"), WRONG, ids=[f"{name}-{wrong.function.__name__}" for name, wrong in WRONG])
def test_a_wrong_answer_is_named(name, wrong):
    said = message(name, wrong.function)
    assert said.startswith(f"{name}: ")
    assert wrong.says in said


@pytest.mark.parametrize("name", CHECKS)
def test_wrong_answers_differ_in_their_messages(name):
    said = [message(name, wrong.function).splitlines()[0] for wrong in BANK[name]]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("name", CHECKS)
def test_every_mistake_that_a_check_knows_is_in_the_bank(name):
    said = "\n".join(message(name, wrong.function) for wrong in BANK[name])
    assert [mistake.message for mistake in CHECKS[name].mistakes if mistake.message not in said] == []


@pytest.mark.parametrize("name", CHECKS)
def test_a_mistake_answered_exactly_is_recognised(name):
    for mistake in CHECKS[name].mistakes:
        assert mistake.message in message(name, mistake.answer)


def test_two_mistakes_at_once_are_named_one_after_the_other():
    """With nothing hidden the mask plays no part: the score is judged first, alone."""

    def two(s, h, W, U, v, mask, squash=lambda x: x):
        weights = (squash((s @ W.T)[:, None] + h @ U.T) @ v).softmax(-1)
        return torch.einsum("bs,bsm->bm", weights, h), weights

    assert "tanh is missing" in message("additive_attention", two)
    assert "the mask is not used" in message("additive_attention", lambda *given: two(*given, squash=torch.tanh))


@pytest.mark.parametrize("hidden", [float("-inf"), -1e9, -1e30, "after"])
def test_an_inverted_mask_is_named_however_it_hides(hidden):
    def inverted(s, h, W, U, v, mask):
        e = torch.tanh((s @ W.T)[:, None] + h @ U.T) @ v
        weights = e.softmax(-1) * ~mask if hidden == "after" else e.masked_fill(mask, hidden).softmax(-1)
        return torch.einsum("bs,bsm->bm", weights, h), weights

    assert "the mask is inverted" in message("additive_attention", inverted)


@pytest.mark.parametrize("name", CHECKS)
def test_cases_are_the_same_each_time(name):
    for case in CHECKS[name].cases:
        first, second = (CHECKS[name].reference(**case.make()) for _ in range(2))
        assert repr(first) == repr(second)


def test_a_right_answer_written_otherwise_passes(capsys):
    check.greedy(good_greedy)
    assert "right" in capsys.readouterr().out


def test_unknown_wrong_values_are_shown_beside_the_expected_ones():
    said = message("greedy", lambda step, state, start, stop, limit: [7, 7])
    assert said.splitlines() == [
        "greedy: the values are wrong.",
        "  case: the stop token comes before the limit (state=0, start=1, stop=0, limit=13)",
        "  expected tokens: [5, 8, 8, 10, 7]",
        "  found    tokens: [7, 7]",
    ]


def test_of_a_tensor_the_first_wrong_row_is_shown():
    def last_row_wrong(s, h, W, U, v, mask):
        context, weights = check.additive_attention.reference(s, h, W, U, v, mask)
        context[2], weights[2, :3] = 0.25, torch.tensor([0.5, 0.5, 0.0])
        return context, weights

    said = message("additive_attention", last_row_wrong)
    assert "  found    context[2]: [0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]" in said
    assert "  found    weights[2]: [0.5, 0.5, 0.0, " in said


ODD = [
    None,
    (),
    [],
    "text",
    object(),
    float("nan"),
    [True, 2.0, None],
    torch.zeros(3, 5, 7, 11),
    torch.zeros(3).double().to_sparse(),
    numpy.zeros((3, 7)),
    (numpy.zeros((3, 7)), numpy.zeros((3, 5))),
    (torch.zeros(3, 7), None),
    (torch.zeros(3, 7).double().to_sparse(), torch.zeros(3, 5).double()),
]


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("answer", ODD, ids=lambda answer: type(answer).__name__)
def test_any_answer_gets_a_message_on_its_form_or_values(name, answer):
    first, case = message(name, lambda *given: answer).splitlines()[:2]
    assert first.startswith(f"{name}: ")
    assert any(words in first for words in ("returned", "yours", "must hold plain int", "the values are wrong"))
    assert case == f"  case: {CHECKS[name].cases[0].says}"


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize(
    "error", [ValueError("odd"), SystemExit(3), RecursionError("deep"), StopIteration(), KeyError(1)]
)
def test_an_error_in_the_answer_is_shown_with_its_case(name, error):
    def fails(*given):
        raise error

    said = message(name, fails)
    assert f"your function raised {type(error).__name__}: {error}" in said
    assert f"case: {CHECKS[name].cases[0].says}" in said


@pytest.mark.parametrize("name", CHECKS)
def test_the_stub_is_not_written_yet(name):
    def stub(*given):
        raise NotImplementedError()

    assert message(name, stub) == f"{name}: not written yet. Replace the line that raises by your code."


@pytest.mark.parametrize("name", CHECKS)
def test_what_is_no_function_of_these_arguments_is_refused(name):
    assert f"pass the function itself, as in check.{name}({name}): got int" in message(name, 7)
    assert "the function must take (" in message(name, lambda x: x)
    assert "yours takes (x)" in message(name, lambda x: x)


def test_a_callable_without_a_signature_is_called():
    assert "your function raised TypeError" in message("additive_attention", type)


def test_a_gradient_in_the_answer_does_no_harm(capsys):
    def learned(s, h, W, U, v, mask):
        W = torch.nn.Parameter(W)
        return check.additive_attention.reference(s, h, W, U, v, mask)

    check.additive_attention(learned)
    assert "right" in capsys.readouterr().out


def test_a_list_of_parts_is_as_good_as_a_tuple(capsys):
    check.additive_attention(lambda *given: list(check.additive_attention.reference(*given)))
    assert "right" in capsys.readouterr().out


@pytest.mark.parametrize("token", [11, -1, 2.5, "chien", None, torch.zeros(2, dtype=torch.long)], ids=repr)
def test_a_token_that_is_none_is_named(token):
    said = message("greedy", lambda step, state, start, stop, limit: step(state, token))
    assert f"step(state, token) got the token {token!r}" in said
    assert "A token is an int, 0 to 10." in said


def test_the_decoder_of_the_cases_is_its_formula():
    """y_t = (3 y_{t-1} + 2 t) mod 11, worked out by hand from 1."""
    case = check.greedy.cases[0].make()
    state, token, said = case["state"], case["start"], []
    for _ in range(5):
        scores, state = case["step"](state, token)
        torch.testing.assert_close(scores.exp().sum(), torch.tensor(1.0, dtype=torch.float64))
        token = int(scores.argmax())
        said.append(token)
    assert said == [5, 8, 8, 10, 7]
