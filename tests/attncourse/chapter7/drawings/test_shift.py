"""What is predicted at a position is what is read at the next one."""

from attncourse.chapter7.drawings.shift import PREDICTED, READ, START, STOP


def test_the_target_is_shifted_by_one() -> None:
    assert READ[1:] == PREDICTED[:-1]
    assert (READ[0], PREDICTED[-1]) == (START, STOP)
