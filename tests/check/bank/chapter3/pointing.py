"""Typical wrong answers to `pointing`, the share of words that look into their
box.
"""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


def centres(weights, side):
    """The centre of the place with the largest weight, x and y."""
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    return (place % columns + 0.5) * side / columns, (
        place // columns + 0.5
    ) * side / rows


def within(x, y, boxes):
    """Whether each point lies in its box."""
    left, top, right, bottom = boxes.T
    return (left <= x) & (x < right) & (top <= y) & (y < bottom)


@wrong(
    "x and y are exchanged: row i gives y, column j gives x, and a box is "
    "(left, top, right, bottom)."
)
def x_and_y_exchanged(weights, boxes, side):
    x, y = centres(weights, side)
    return float(within(y, x, boxes).double().mean())


@wrong(
    "you take the upper left corner of the place. The point is the centre "
    "of its place."
)
def corner_of_the_place(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x, y = place % columns * side / columns, place // columns * side / rows
    return float(within(x, y, boxes).double().mean())


@wrong(
    "you take the lower right corner of the place. The point is the centre "
    "of its place."
)
def far_corner_of_the_place(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x, y = (
        (place % columns + 1) * side / columns,
        (place // columns + 1) * side / rows,
    )
    return float(within(x, y, boxes).double().mean())


@wrong(
    "<= stands where < belongs: right and bottom are one past the end of "
    "the box."
)
def edges_on_the_right_belong(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
    return float(hits.double().mean())


@wrong("< stands where <= belongs: left and top belong to the box.")
def edges_on_the_left_do_not(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left < x) & (x < right) & (top < y) & (y < bottom)
    return float(hits.double().mean())


@wrong("this is a number of words. Divide by T, the number of all.")
def number_of_hits(weights, boxes, side):
    return int(within(*centres(weights, side), boxes).sum())


@wrong("this is the share of words that miss.")
def share_of_misses(weights, boxes, side):
    return float((~within(*centres(weights, side), boxes)).double().mean())


@wrong("this is in per cent: leave the 100 out.")
def in_per_cent(weights, boxes, side):
    return 100 * float(within(*centres(weights, side), boxes).double().mean())


@wrong(
    "you add up the weight inside the box. The game asks where the largest "
    "weight is, and counts words."
)
def weight_in_the_box(weights, boxes, side):
    T, rows, columns = weights.shape
    y, x = torch.meshgrid(
        (torch.arange(rows) + 0.5) * side / rows,
        (torch.arange(columns) + 0.5) * side / columns,
        indexing="ij",
    )
    total = 0.0
    for t in range(T):
        left, top, right, bottom = boxes[t].tolist()
        inside = (left <= x) & (x < right) & (top <= y) & (y < bottom)
        total += float(weights[t][inside].sum())
    return total / T


@wrong(
    "you read the box as (left, top, width, height). A box is (left, top, "
    "right, bottom)."
)
def box_of_width_and_height(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, width, height = boxes.T
    hits = (left <= x) & (x < left + width)
    hits &= (top <= y) & (y < top + height)
    return float(hits.double().mean())


@wrong(
    "x and y are exchanged: row i gives y, column j gives x, and a box is "
    "(left, top, right, bottom)."
)
def box_with_top_first(weights, boxes, side):
    x, y = centres(weights, side)
    top, left, bottom, right = boxes.T
    hits = (left <= x) & (x < right) & (top <= y) & (y < bottom)
    return float(hits.double().mean())


@wrong(
    "you read the box as (left, right, top, bottom). A box is (left, top, "
    "right, bottom)."
)
def box_in_pairs(weights, boxes, side):
    x, y = centres(weights, side)
    left, right, top, bottom = boxes.T
    hits = (left <= x) & (x < right) & (top <= y) & (y < bottom)
    return float(hits.double().mean())


@wrong(
    "places are side / J wide and side / I high: you take one of the two "
    "for both."
)
def places_of_one_size(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x, y = (
        (place % columns + 0.5) * side / rows,
        (place // columns + 0.5) * side / rows,
    )
    return float(within(x, y, boxes).double().mean())


@wrong(
    "row and column of a place come by // J and % J: a row has J places, not I."
)
def rows_counted_in_i(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x, y = (
        (place % rows + 0.5) * side / columns,
        (place // rows + 0.5) * side / rows,
    )
    return float(within(x, y, boxes).double().mean())


@wrong(
    "row and column are no pixels yet: a place is side / J wide and side / "
    "I high."
)
def in_places_not_in_pixels(weights, boxes, side):
    columns = weights.shape[2]
    place = weights.flatten(1).argmax(1)
    return float(
        within(place % columns, place // columns, boxes).double().mean()
    )


@wrong("you take the smallest weight.")
def smallest_weight(weights, boxes, side):
    return float(within(*centres(-weights, side), boxes).double().mean())


@wrong(
    "you take one place for all words, that of the largest mean. Each word "
    "has its own."
)
def best_of_all_words(weights, boxes, side):
    mean = weights.mean(0, keepdim=True).expand_as(weights)
    return float(within(*centres(mean, side), boxes).double().mean())


@wrong("your rows are counted from the bottom. Row 0 is the upper one.")
def from_the_bottom(weights, boxes, side):
    x, y = centres(weights, side)
    return float(within(x, side - y, boxes).double().mean())


@wrong("y is not compared with top and bottom.")
def x_alone(weights, boxes, side):
    x, _ = centres(weights, side)
    hits = (boxes[:, 0] <= x) & (x < boxes[:, 2])
    return float(hits.double().mean())


@wrong("x is not compared with left and right.")
def y_alone(weights, boxes, side):
    _, y = centres(weights, side)
    hits = (boxes[:, 1] <= y) & (y < boxes[:, 3])
    return float(hits.double().mean())


@wrong("x alone, or y alone, is enough for you: & belongs where | stands.")
def or_for_and(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left <= x) & (x < right) | (top <= y) & (y < bottom)
    return float(hits.double().mean())


@wrong("you divide by the number of places. Divide by T, the number of words.")
def divided_by_the_places(weights, boxes, side):
    hits = within(*centres(weights, side), boxes)
    return float(hits.sum()) / (weights.shape[1] * weights.shape[2])


@wrong("this is the first word alone.")
def first_word_alone(weights, boxes, side):
    return float(within(*centres(weights, side), boxes)[0])


@wrong(
    "a place that touches the box is a hit for you. The point is the centre"
    " of its place."
)
def place_touches_the_box(weights, boxes, side):
    _, rows, columns = weights.shape
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (x + side / columns / 2 > left) & (x - side / columns / 2 < right)
    hits &= (y + side / rows / 2 > top) & (y - side / rows / 2 < bottom)
    return float(hits.double().mean())


@wrong("a word may look into the box of any word. Word t goes with box t.")
def any_box_will_do(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T[..., None]
    hits = (left <= x) & (x < right) & (top <= y) & (y < bottom)
    return float(hits.any(0).double().mean())


@wrong(
    "return one plain number: yours returned Tensor. float(x) makes one of "
    "a tensor."
)
def a_tensor(weights, boxes, side):
    return within(*centres(weights, side), boxes).double().mean()


@wrong("your function returned None. It needs a `return` on every path:")
def nothing_returned(weights, boxes, side):
    within(*centres(weights, side), boxes).double().mean()


@wrong("your point of the place in row 0, column 2 of 2 x 3 is x = 14, y = 12")
def mean_of_the_map(weights, boxes, side):
    _, rows, columns = weights.shape
    x = (torch.arange(columns) + 0.5) * side / columns
    y = (torch.arange(rows) + 0.5) * side / rows
    point = (weights.sum(1) * x).sum(1), (weights.sum(2) * y).sum(1)
    return float(within(*point, boxes).double().mean())


@wrong("boxes of one pixel are hits for the place in row 0, column 2 of 2 x 3")
def place_holds_the_middle_of_the_box(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    left, top, right, bottom = boxes.T
    hits = ((left + right) / 2 * columns / side).long() == place % columns
    hits &= ((top + bottom) / 2 * rows / side).long() == place // columns
    return float(hits.double().mean())


@wrong("no box of one pixel is a hit for you, not even that at the centre")
def whole_place_in_the_box(weights, boxes, side):
    _, rows, columns = weights.shape
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    wide, high = side / columns / 2, side / rows / 2
    hits = (left <= x - wide) & (x + wide <= right)
    hits &= (top <= y - high) & (y + high <= bottom)
    return float(hits.double().mean())


@wrong("one word and one hit is a share of 1, and yours is 0.5.")
def divided_by_one_more(weights, boxes, side):
    hits = within(*centres(weights, side), boxes)
    return float(hits.sum()) / (len(hits) + 1)


@wrong(
    "< and <= are exchanged, or half a pixel is taken from the centre: left <= "
    "x < right, with the centre as it is."
)
def edges_the_other_way(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left < x) & (x <= right) & (top < y) & (y <= bottom)
    return float(hits.double().mean())


@wrong("each word alone is judged rightly, so the mistake is in how words")
def all_words_must_hit(weights, boxes, side):
    return float(within(*centres(weights, side), boxes).all())


@wrong(
    "half a pixel is added to the centre. Leave it where it is, also between "
    "two pixels."
)
def half_a_pixel_further(weights, boxes, side):
    x, y = centres(weights, side)
    return float(within(x + 0.5, y + 0.5, boxes).double().mean())


@wrong("of close weights the largest counts, as it is: your rate is too low.")
def softmax_over_the_rows_first(weights, boxes, side):
    point = centres(weights.softmax(1), side)
    return float(within(*point, boxes).double().mean())


@wrong(
    "you take the row and the column with the largest sums. The largest "
    "weight decides, and nothing beside it."
)
def row_and_column_apart(weights, boxes, side):
    _, rows, columns = weights.shape
    x = (weights.sum(1).argmax(1) + 0.5) * side / columns
    y = (weights.sum(2).argmax(1) + 0.5) * side / rows
    return float(within(x, y, boxes).double().mean())


@wrong(
    "side / J and side / I are exchanged: a place is side / J wide and side / "
    "I high."
)
def width_for_height(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x = (place % columns + 0.5) * side / rows
    y = (place // columns + 0.5) * side / columns
    return float(within(x, y, boxes).double().mean())


@wrong(
    "row and column of a place are exchanged: x = (j + 0.5) side / J, y = (i "
    "+ 0.5) side / I."
)
def row_for_column(weights, boxes, side):
    _, rows, columns = weights.shape
    place = weights.flatten(1).argmax(1)
    x = (place // columns + 0.5) * side / columns
    y = (place % columns + 0.5) * side / rows
    return float(within(x, y, boxes).double().mean())


@wrong(
    "the last pixel of a box is left out: right and bottom are one past the "
    "end already, so x < right is enough."
)
def one_pixel_less(weights, boxes, side):
    end = torch.tensor([0, 0, 1, 1])
    return float(within(*centres(weights, side), boxes - end).double().mean())


@wrong("is x = 60, y = 12, outside of the image: its centre is x = 20, y = 6.")
def side_not_divided(weights, boxes, side):
    columns = weights.shape[2]
    place = weights.flatten(1).argmax(1)
    point = (place % columns + 0.5) * side, (place // columns + 0.5) * side
    return float(within(*point, boxes).double().mean())


@wrong("boxes of one pixel are hits for the place in row 0, column 2 of 2 x 3")
def near_the_box(weights, boxes, side):
    wider = boxes + torch.tensor([-4, -4, 4, 4])
    return float(within(*centres(weights, side), wider).double().mean())


@wrong("each word alone is judged rightly, so the mistake is in how words")
def largest_of_all_maps(weights, boxes, side):
    one = weights.flatten(1).amax(1).argmax()
    point = centres(weights[one][None], side)
    return float(within(*point, boxes).double().mean())


@wrong(
    "< and <= are exchanged, or half a pixel is taken from the centre: left <= "
    "x < right, with the centre as it is."
)
def pixels_by_their_number(weights, boxes, side):
    x, y = centres(weights, side)
    return float(within(x - 0.5, y - 0.5, boxes).double().mean())


@wrong(
    "right - 1 is where the last pixel begins, and a centre may lie inside it: "
    "x < right."
)
def last_pixel_by_its_number(weights, boxes, side):
    x, y = centres(weights, side)
    left, top, right, bottom = boxes.T
    hits = (left <= x) & (x <= right - 1) & (top <= y) & (y <= bottom - 1)
    return float(hits.double().mean())


@wrong("your point of the place in row 0, column 2 of 2 x 3 is x = 21, y = 7")
def one_pixel_further(weights, boxes, side):
    x, y = centres(weights, side)
    return float(within(x + 1, y + 1, boxes).double().mean())


@wrong("your rate is nearly right: is it rounded? Leave it as it is.")
def rounded(weights, boxes, side):
    hits = within(*centres(weights, side), boxes)
    return round(float(hits.double().mean()), 2)
