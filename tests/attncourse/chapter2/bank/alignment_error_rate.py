"""Answers to `alignment_error_rate`, wrong and right."""

from collections import Counter
from fractions import Fraction

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(found, sure, possible):
    size = len(found) + len(sure)
    right = len(found & sure) + len(found & possible)
    return 1 - right / size


@bank.right
def fractions(found, sure, possible):
    right = sum(len(found.intersection(true)) for true in (sure, possible))
    return float(1 - Fraction(right, len(found) + len(sure)))


@bank.right
def counted(found, sure, possible):
    true = Counter([*sure, *possible])
    below = sum(map(len, (found, sure)))
    return (below - sum(true[link] for link in found)) / below


BY = "len(sure)", "len(possible)"
ONCE = "& possible", "& (possible - sure)"
CHANGED = "    right", "    found &= possible\n    right"
SLIPS = {
    "the share that is right, not the error": ("1 - ", ""),
    "sure links twice, possible ones never": ("& possible", "& sure"),
    "divides by the possible links, not by the sure ones": BY,
    "counts a sure link once, though it is possible too": ONCE,
    "rounds to two digits": ("1 - right / size", "round(1 - right / size, 2)"),
    "changes the found links in place": CHANGED,
}
bank.slips(plain, SLIPS)
FRESH = {
    "forgets the possible links": (" + len(found & possible)", ""),
    "divides into whole numbers": ("/ size", "// size"),
    "in percent": ("1 - right / size", "100 * (1 - right / size)"),
    "divides by the found links, twice": ("len(sure)", "len(found)"),
}
bank.fresh(plain, FRESH)
