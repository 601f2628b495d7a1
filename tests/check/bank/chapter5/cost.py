"""Typical wrong answers to `cost`."""

from tests.check.bank.bank import Bank

wrong = Bank()


def learned(D, H, K, V):
    """The right number of parameters."""
    return 2 * D * H * (K + V)


def made(T, D, H, K, V):
    """The right number of multiplications."""
    return T * learned(D, H, K, V) + H * T * T * (K + V)


@wrong("What is missing is D H V, of values, and of the last matrix.")
def last_matrix_forgotten(T, D, H, K, V):
    return [D * H * (2 * K + V), made(T, D, H, K, V)]


@wrong("What is missing is")
def one_head_for_all(T, D, H, K, V):
    return [2 * D * (K + V), made(T, D, H, K, V)]


@wrong("Too much is 2 H K + H V + D.")
def bias(T, D, H, K, V):
    return [learned(D, H, K, V) + H * (2 * K + V) + D, made(T, D, H, K, V)]


@wrong("you count 4 D D")
def always_square(T, D, H, K, V):
    return [4 * D * D, made(T, D, H, K, V)]


@wrong("you count 4 D D H")
def full_width_heads(T, D, H, K, V):
    return [4 * D * D * H, made(T, D, H, K, V)]


@wrong("With T doubled")
def parameters_of_each_word(T, D, H, K, V):
    return [T * learned(D, H, K, V), made(T, D, H, K, V)]


@wrong("What is missing is T T H K, for the scores.")
def scores_forgotten(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * T * V,
    ]


@wrong("What is missing is T T H V, for the reading with weights.")
def reading_forgotten(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * T * K,
    ]


@wrong("What is missing is 2 T D H K, to make queries and keys.")
def projections_forgotten(T, D, H, K, V):
    return [learned(D, H, K, V), H * T * T * (K + V)]


@wrong("you count T T H K + T T H V + 2 D H K + 2 D H V.")
def projected_once(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        learned(D, H, K, V) + H * T * T * (K + V),
    ]


@wrong("Too much is 2 T D H K")
def additions_too(T, D, H, K, V):
    return [learned(D, H, K, V), 2 * made(T, D, H, K, V)]


@wrong("What is missing is T T H K, for the scores.")
def one_score_one_product(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * T + H * T * T * V,
    ]


@wrong("What is missing is T T H K, for the scores.")
def linear_in_words(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * (K + V),
    ]


@wrong("What is missing is T T H K, for the scores.")
def scores_without_heads(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + T * T * (K + V),
    ]


@wrong("the two numbers are in the wrong order.")
def order(T, D, H, K, V):
    return [made(T, D, H, K, V), learned(D, H, K, V)]


@wrong("counts must be a list of int: yours is a tuple of 2.")
def a_tuple(T, D, H, K, V):
    return learned(D, H, K, V), made(T, D, H, K, V)


@wrong("counts must hold plain int: item 0 is float.")
def divided(T, D, H, K, V):
    return [4 * D * H * (K + V) / 2, made(T, D, H, K, V)]


@wrong("return two numbers, [parameters, multiplications]: yours are 1.")
def one_number(T, D, H, K, V):
    return [learned(D, H, K, V)]


@wrong("you count 4 D H K")
def values_like_keys(T, D, H, K, V):
    return [4 * D * H * K, T * 4 * D * H * K + 2 * H * T * T * K]


@wrong("What is missing is T D H V, to make values, and to join.")
def joining_forgotten(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * D * H * (2 * K + V) + H * T * T * (K + V),
    ]


@wrong("you count 2 T D H K + 2 T D H V + 1/2 T T H K + 1/2 T T H V")
def earlier_words_alone(T, D, H, K, V):
    pairs = T * (T + 1) // 2
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * pairs * (K + V),
    ]


@wrong("Nothing is to be taken away: T H K + T H V.")
def other_words_alone(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * (T - 1) * (K + V),
    ]


@wrong("you count T T H K + T T H V + 2 T D H H K + 2 T D H H V.")
def heads_twice(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        H * T * learned(D, H, K, V) + H * T * T * (K + V),
    ]


@wrong("you count 2 D H H K + 2 D H H V.")
def parameters_of_heads_twice(T, D, H, K, V):
    return [H * learned(D, H, K, V), made(T, D, H, K, V)]


@wrong("you count 2 T D H K + 2 T D H V + T T H K V.")
def scores_times_values(T, D, H, K, V):
    return [
        learned(D, H, K, V),
        T * learned(D, H, K, V) + H * T * T * K * V,
    ]


@wrong("you count 2 D H K + D H V + H V V.")
def joined_to_a_value(T, D, H, K, V):
    return [D * H * (2 * K + V) + H * V * V, made(T, D, H, K, V)]


@wrong("you count 576. What is missing is 2 D H K")
def one_layer_only(T, D, H, K, V):
    return [576, 3480]
