"""Typical wrong answers to `alignment_error_rate`."""

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong("this is the share that is right. The error rate is 1 minus it.")
def share_that_is_right(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return right / (len(found) + len(sure))


@wrong("possible is not used: a link that is found and possible is no error.")
def possible_unused(found, sure, possible):
    return 1 - 2 * len(found & sure) / (len(found) + len(sure))


@wrong("both counts look into possible. One of them looks into sure.")
def possible_twice(found, sure, possible):
    right = len(found & possible) + len(found & possible)
    return 1 - right / (len(found) + len(sure))


@wrong(
    "this is 1 - |A and S| / |A|: sure links that are not found cost nothing."
)
def precision_of_sure(found, sure, possible):
    return len(found - sure) / len(found)


@wrong(
    "this is 1 - |A and P| / |A|: sure links that are not found cost nothing."
)
def precision_of_possible(found, sure, possible):
    return 1 - len(found & possible) / len(found)


@wrong("this is 1 - |A and S| / |S|: wrong links that are found cost nothing.")
def recall(found, sure, possible):
    return 1 - len(found & sure) / len(sure)


@wrong("the divisor counts possible links: it is |A| + |S|.")
def divided_by_possible(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(possible))


@wrong("the divisor is |S| + |P|: it is |A| + |S|.")
def divided_by_sure_and_possible(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(sure) + len(possible))


@wrong("the divisor is |A| + |S| + |P|: it is |A| + |S|.")
def divided_by_all_three(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(sure) + len(possible))


@wrong(
    "the divisor is the size of a union, where a link in both sets counts "
    "once. |A| + |S| counts it twice."
)
def divided_by_the_union(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / len(found | sure)


@wrong(
    "this is 1 - |A and S| / |A or S|. Divide by |A| + |S|, and count what "
    "is possible too."
)
def jaccard(found, sure, possible):
    return 1 - len(found & sure) / len(found | sure)


@wrong("|A and P| is missing above the line.")
def sure_alone_above(found, sure, possible):
    return 1 - len(found & sure) / (len(found) + len(sure))


@wrong("|A and S| is missing above the line.")
def possible_alone_above(found, sure, possible):
    return 1 - len(found & possible) / (len(found) + len(sure))


@wrong("brackets are missing above the line: a + b / c divides b alone.")
def no_brackets_above(found, sure, possible):
    hits = len(found & possible)
    return 1 - len(found & sure) + hits / (len(found) + len(sure))


@wrong("brackets are missing above the line: a + b / c divides b alone.")
def brackets_in_the_wrong_place(found, sure, possible):
    hits = len(found & possible)
    return 1 - (len(found & sure) + hits / (len(found) + len(sure)))


@wrong("brackets are missing below the line: a / b + c divides by b alone.")
def no_brackets_below(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / len(found) + len(sure)


@wrong(
    "this is the mean of two shares, |A and P| / |A| and |A and S| / |S|. "
    "Add the counts first, then divide."
)
def mean_of_shares(found, sure, possible):
    precision = len(found & possible) / len(found)
    return 1 - (precision + len(found & sure) / len(sure)) / 2


@wrong(
    "this is the harmonic mean of two shares. Add the counts first, then "
    "divide."
)
def harmonic_mean(found, sure, possible):
    precision = len(found & possible) / len(found)
    recalled = len(found & sure) / len(sure)
    total = precision + recalled
    return 1 - 2 * precision * recalled / total if total else 1.0


@wrong("union (|) stands where intersection (&) belongs.")
def union_for_intersection(found, sure, possible):
    right = len(found | sure) + len(found | possible)
    return 1 - right / (len(found) + len(sure))


@wrong("// leaves whole numbers. Divide by /.")
def whole_numbers(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right // (len(found) + len(sure))


@wrong("this is in per cent: leave the 100 out.")
def per_cent(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 100 * (1 - right / (len(found) + len(sure)))


@wrong("this is a number of links. Divide by |A| + |S|.")
def a_count(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return len(found) + len(sure) - right


@wrong("your rate is nearly right: is it rounded? Leave it as it is.")
def rounded(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return round(1 - right / (len(found) + len(sure)), 2)


@wrong(
    "your function changes its argument found. a & b makes a new set; a &= "
    "b and a.add(...) change a."
)
def in_place(found, sure, possible):
    size = len(found) + len(sure)
    hits = len(found & possible)
    found &= sure
    return 1 - (len(found) + hits) / size


@wrong(
    "your function changes its argument possible. a & b makes a new set; a "
    "&= b and a.add(...) change a."
)
def possible_grows(found, sure, possible):
    for link in found:
        possible.add(link)
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(sure))


@wrong(
    "your function raised TypeError: unsupported operand type(s) for +: "
    "'set' and 'set'"
)
def minus_on_a_set(found, sure, possible):
    right = found & sure + found & possible
    return 1 - len(right) / (len(found) + len(sure))


@wrong(
    "your function raised TypeError: unsupported operand type(s) for +: "
    "'set' and 'set'"
)
def sets_not_counted(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / (found + sure)


@wrong("both counts: your rate is too high.")
def as_lists(found, sure, possible):
    right = sum(a == b for a, b in zip(found, sure, strict=False))
    right += sum(a == b for a, b in zip(found, possible, strict=False))
    return 1 - right / (len(found) + len(sure))


@wrong(
    "only target positions are compared. A link is right where both its "
    "positions are."
)
def target_words_alone(found, sure, possible):
    found, sure, possible = (
        {t for t, _ in links} for links in (found, sure, possible)
    )
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(sure))


@wrong(
    "only source positions are compared. A link is right where both its "
    "positions are."
)
def source_words_alone(found, sure, possible):
    found, sure, possible = (
        {s for _, s in links} for links in (found, sure, possible)
    )
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(sure))


@wrong("return one plain number: yours returned tuple.")
def two_numbers(found, sure, possible):
    return len(found & possible) / len(found), len(found & sure) / len(sure)


@wrong("your function returned None. It needs a `return` on every path")
def no_return(found, sure, possible):
    1 - len(found & sure) / (len(found) + len(sure))


@wrong("return one plain number: yours returned set.")
def returns_a_set(found, sure, possible):
    return found - possible


@wrong("your function raised ZeroDivisionError: float division by zero")
def harmonic_mean_that_fails(found, sure, possible):
    precision = len(found & possible) / len(found)
    recalled = len(found & sure) / len(sure)
    return 1 - 2 * precision * recalled / (precision + recalled)


@wrong("both counts above the line are 0: your rate is too high.")
def missing_links_twice(found, sure, possible):
    lost = 2 * len(sure - found) + len(found - possible)
    return lost / (len(found) + len(sure))


@wrong("your rate is the same for all links: count them.")
def always_zero(found, sure, possible):
    return 0.0


@wrong("a + b / c + d divides b by c alone.")
def no_brackets_at_all(found, sure, possible):
    a, b = len(found & sure), len(found & possible)
    return 1 - a + b / len(found) + len(sure)


@wrong("found has no effect on your rate.")
def possible_for_found(found, sure, possible):
    right = len(sure & sure) + len(sure & possible)
    return 1 - right / (len(sure) + len(possible) + 1)


@wrong("the sign is turned")
def share_minus_one(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return right / (len(found) + len(sure)) - 1


@wrong("here |A| = 3, |S| = 3, |A and S| = 3, |A and P| = 3")
def a_product_of_counts(found, sure, possible):
    right = len(found & sure) * len(found & possible)
    return 1 - right / (len(found) * len(sure) + 1)


@wrong("1 is divided too.")
def one_above_the_line(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return (1 - right) / (len(found) + len(sure))


@wrong("the divisor is 2 |A|: it is |A| + |S|")
def twice_the_found(found, sure, possible):
    right = len(found & sure) + len(found & possible)
    return 1 - right / 2 / len(found)


@wrong("only wrong links are counted")
def wrong_links_alone(found, sure, possible):
    return len(found - sure - possible) / (len(found) + len(sure))


@wrong("counts are added, then divided: your rate is too low.")
def cut_at_zero(found, sure, possible):
    right = 2 * len(found & possible) / (len(found) + len(sure))
    return max(0.0, 1 - right)
