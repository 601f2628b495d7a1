"""Answers to `alignment_error_rate`, wrong and right."""

from collections import Counter
from fractions import Fraction

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("the share that is right, not the error")
def not_from_one(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return right / (len(found) + len(sure))


@bank.wrong("sure links twice, possible ones never")
def sure_twice(found, sure, possible):
    return 1 - 2 * len(found & sure) / (len(found) + len(sure))


@bank.wrong("divides by the possible links, not by the sure ones")
def by_possible(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(possible))


@bank.wrong("counts a sure link once, though it is possible too")
def possible_without_sure(found, sure, possible):
    right = len(found & sure) + len(found & (possible - sure))
    return 1 - right / (len(found) + len(sure))


@bank.wrong("rounds to two digits")
def rounded(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return round(1 - right / (len(found) + len(sure)), 2)


@bank.wrong("changes the found links in place")
def in_place(found, sure, possible):
    size = len(found) + len(sure)
    found &= possible
    return 1 - (len(found) + len(found & sure)) / size


@bank.right
def link_by_link(found, sure, possible):
    right = 0
    for link in found:
        right += (link in sure) + (link in possible)
    return 1.0 - right / (len(sure) + len(found))


@bank.right
def fractions(found, sure, possible):
    right = sum(len(found.intersection(true)) for true in (sure, possible))
    return float(1 - Fraction(right, len(found) + len(sure)))


@bank.right
def counted(found, sure, possible):
    true = Counter([*sure, *possible])
    below = sum(map(len, (found, sure)))
    return (below - sum(true[link] for link in found)) / below
