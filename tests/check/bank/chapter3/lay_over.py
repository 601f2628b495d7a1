"""Typical wrong answers to `lay_over`, maps of weights over an image."""

import torch
from torch.nn import functional as F

from tests.check.bank.bank import Bank

wrong = Bank()


def stretch(maps, side):
    """Each place over its pixels."""
    tall = maps.repeat_interleave(side // maps.shape[1], 1)
    return tall.repeat_interleave(side // maps.shape[2], 2)


@wrong(
    "you number the places column by column. They are numbered row by row. "
    "Place i J + j stands in row i, column j."
)
def numbered_column_by_column(weights, rows, columns, side):
    return stretch(weights.reshape(-1, columns, rows).mT, side)


@wrong(
    "your maps are transposed: what belongs at row y, column x stands at "
    "row x, column y."
)
def rows_and_columns_exchanged(weights, rows, columns, side):
    return stretch(weights.reshape(-1, rows, columns).mT, side)


@wrong(
    "rows and columns of the grid are exchanged: it has I rows of J places."
    " Is it a reshape to (J, I)?"
)
def shape_exchanged(weights, rows, columns, side):
    return stretch(weights.reshape(-1, columns, rows), side)


@wrong("the whole grid comes again and again, down and across.")
def repeated_in_place_of_stretched(weights, rows, columns, side):
    return weights.reshape(-1, rows, columns).repeat(
        1, side // rows, side // columns
    )


@wrong("the columns of the grid come again and again.")
def columns_repeated(weights, rows, columns, side):
    tall = weights.reshape(-1, rows, columns).repeat_interleave(side // rows, 1)
    return tall.repeat(1, 1, side // columns)


@wrong("the rows of the grid come again and again.")
def rows_repeated(weights, rows, columns, side):
    wide = weights.reshape(-1, rows, columns).repeat_interleave(
        side // columns, 2
    )
    return wide.repeat(1, side // rows, 1)


@wrong("your maps are upside down.")
def upside_down(weights, rows, columns, side):
    return stretch(weights.reshape(-1, rows, columns).flip(1), side)


@wrong("left and right are exchanged.")
def left_for_right(weights, rows, columns, side):
    return stretch(weights.reshape(-1, rows, columns).flip(2), side)


@wrong(
    "your maps are turned by half: the first place belongs at the upper left."
)
def turned_by_half(weights, rows, columns, side):
    return stretch(weights.reshape(-1, rows, columns).flip(1, 2), side)


@wrong(
    "maps[0, 0, 2] is 0.2276, which is no weight at all. Each pixel shows "
    "the weight of one place, as it is:"
)
def interpolated(weights, rows, columns, side):
    maps = weights.reshape(-1, 1, rows, columns)
    return F.interpolate(maps, (side, side), mode="bilinear")[:, 0]


@wrong("maps must have the shape (T, Y, X) = (5, 12, 12): yours is (5, 2, 3).")
def not_stretched(weights, rows, columns, side):
    return weights.reshape(-1, rows, columns)


@wrong("maps must have the shape (T, Y, X) = (5, 12, 12): yours is (5, 12, 3).")
def one_axis_stretched(weights, rows, columns, side):
    return weights.reshape(-1, rows, columns).repeat_interleave(side // rows, 1)


@wrong(
    "the rows are stretched by side / J and the columns by side / I: it is "
    "the other way round."
)
def stretched_by_the_other_number(weights, rows, columns, side):
    tall = weights.reshape(-1, rows, columns).repeat_interleave(
        side // columns, 1
    )
    return tall.repeat_interleave(side // rows, 2)


@wrong(
    "each weight is stretched along one row of pixels after the other: make"
    " the grid first, then stretch both its axes."
)
def stretched_before_the_grid(weights, rows, columns, side):
    pixels = weights.repeat_interleave(side * side // (rows * columns), 1)
    return pixels.reshape(-1, side, side)


@wrong(
    "all maps are the right ones times one number, 0.04167 for word 0. Show"
    " the weights as they are."
)
def shared_out_over_the_pixels(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps / maps.sum((1, 2), keepdim=True)


@wrong(
    "each map is the right one times a number of its own, 2.408 for word 0."
    " Show the weights as they are."
)
def brightest_is_one(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps / maps.amax((1, 2), keepdim=True)


@wrong(
    "all maps are the right ones times one number, 2.018 for word 0. Show "
    "the weights as they are."
)
def brightest_of_all_is_one(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps / maps.max()


@wrong(
    "maps must have the shape (T, Y, X) = (5, 12, 12): yours is (1, 12, 12)."
)
def last_word_alone(weights, rows, columns, side):
    return stretch(weights[-1:].reshape(-1, rows, columns), side)


@wrong("maps[0, 0, 0] shows a weight of word 4. Map 0 belongs to word 0 alone.")
def last_word_for_all(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps[-1:].expand_as(maps)


@wrong("maps[0, 0, 0] shows a weight of word 4. Map 0 belongs to word 0 alone.")
def words_turned_round(weights, rows, columns, side):
    return stretch(weights.flip(0).reshape(-1, rows, columns), side)


@wrong("maps[0, 0, 4] shows a weight of word 1. Map 0 belongs to word 0 alone.")
def words_mixed_with_places(weights, rows, columns, side):
    return stretch(weights.T.reshape(-1, rows, columns), side)


@wrong(
    "maps[0, 0, 1] is 0: no weight is laid over this pixel. A place covers "
    "side / I rows and side / J columns of pixels."
)
def corners_alone(weights, rows, columns, side):
    maps = weights.new_zeros(len(weights), side, side)
    maps[:, :: side // rows, :: side // columns] = weights.reshape(
        -1, rows, columns
    )
    return maps


@wrong(
    "x and y are exchanged: row i says how far down a place is, so it gives "
    "y. Column j gives x."
)
def pixel_by_pixel_with_x_first(weights, rows, columns, side):
    maps = weights.new_zeros(len(weights), side, side)
    for y in range(side):
        for x in range(side):
            place = x // (side // columns) * columns + y // (side // rows)
            maps[:, y, x] = weights[:, place % (rows * columns)]
    return maps


@wrong(
    "row i is taken to begin at place i I. A row has J places. Place i J + "
    "j stands in row i, column j."
)
def row_times_i(weights, rows, columns, side):
    maps = weights.new_zeros(len(weights), side, side)
    for y in range(side):
        for x in range(side):
            place = y // (side // rows) * rows + x // (side // columns)
            maps[:, y, x] = weights[:, place]
    return maps


@wrong(
    "maps[0, 0, 0] is 0.1078, which is no weight at all. Each pixel shows "
    "the weight of one place, as it is:"
)
def mean_over_the_words(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps.mean(0, keepdim=True).expand_as(maps)


@wrong(
    "maps must keep the type of the arguments, torch.float64: yours is "
    "torch.uint8."
)
def whole_numbers(weights, rows, columns, side):
    return (255 * stretch(weights.reshape(-1, rows, columns), side)).to(
        torch.uint8
    )


@wrong(
    "each place is laid 3 pixels too far down and 2 too far to the right: "
    "row i begins at y = i side / I, column j at x = j side / J."
)
def shifted_by_half_a_place(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps.roll((side // rows // 2, side // columns // 2), (1, 2))


def place_by_place(weights, side, spans):
    """Each place over the pixels that `spans` gives it, by its number."""
    maps = weights.new_zeros(len(weights), side, side)
    for place, (rows, columns) in spans.items():
        maps[:, rows, columns] = weights[:, place, None, None]
    return maps


@wrong(
    "x and y are exchanged: row i says how far down a place is, so it gives "
    "y. Column j gives x."
)
def row_gives_x(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    spans = {}
    for place in range(rows * columns):
        x, y = place // columns * wide, place % columns * high
        spans[place] = slice(y, y + high), slice(x, x + wide)
    return place_by_place(weights, side, spans)


@wrong(
    "row and column of a place come by // J and % J: a row has J places, not I."
)
def divided_by_the_rows(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    spans = {}
    for place in range(rows * columns):
        y, x = place // rows * high, place % rows * wide
        spans[place] = slice(y, y + high), slice(x, x + wide)
    return place_by_place(weights, side, spans)


@wrong(
    "side / I is the height of a place, and you take it for its width, too. "
    "The width is side / J."
)
def as_wide_as_high(weights, rows, columns, side):
    size = side // rows
    spans = {}
    for place in range(rows * columns):
        y, x = place // columns * size, place % columns * size
        spans[place] = slice(y, y + size), slice(x, x + size)
    return place_by_place(weights, side, spans)


@wrong(
    "side / J is the width of a place, and you take it for its height, too. "
    "The height is side / I."
)
def as_high_as_wide(weights, rows, columns, side):
    size = side // columns
    spans = {}
    for place in range(rows * columns):
        y, x = place // columns * size, place % columns * size
        spans[place] = slice(y, y + size), slice(x, x + size)
    return place_by_place(weights, side, spans)


@wrong(
    "each pixel shows the place after the right one: the first place has the "
    "number 0."
)
def numbered_from_one(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    spans = {}
    for place in range(1, rows * columns):
        y, x = (place - 1) // columns * high, (place - 1) % columns * wide
        spans[place] = slice(y, y + high), slice(x, x + wide)
    return place_by_place(weights, side, spans)


@wrong(
    "each pixel shows the place before the right one: the first place has the "
    "number 0."
)
def one_taken_from_the_number(weights, rows, columns, side):
    return stretch(weights.roll(1, 1).reshape(-1, rows, columns), side)


@wrong(
    "place 5 (row 1, column 2 of the grid) is nowhere on your map: do your "
    "loops go over all places?"
)
def last_place_left_out(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    maps[:, -(side // rows) :, -(side // columns) :] = 0.0
    return maps


@wrong(
    "maps[0, 0, 3] is 0: no weight is laid over this pixel. A place covers "
    "side / I rows and side / J columns of pixels."
)
def one_pixel_short(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    maps[:, side // rows - 1 :: side // rows] = 0.0
    maps[..., side // columns - 1 :: side // columns] = 0.0
    return maps


@wrong(
    "axis 0 holds the words. Stretch axis 1, the rows, and axis 2, the columns."
)
def words_stretched(weights, rows, columns, side):
    tall = weights.reshape(-1, rows, columns).repeat_interleave(side // rows, 0)
    return tall.repeat_interleave(side // columns, 1)


@wrong(
    "a softmax is taken of the weights. They are weights already: show them "
    "as they are."
)
def softmax_of_the_weights(weights, rows, columns, side):
    return stretch(weights.softmax(-1).reshape(-1, rows, columns), side)


@wrong("your function changes its argument weights. Make a new object instead:")
def normalised_in_place(weights, rows, columns, side):
    weights /= weights.sum(-1, keepdim=True)
    return stretch(weights.reshape(-1, rows, columns), side)


@wrong(
    "all maps are the right ones times one number, 0.5 for word 0. Show the "
    "weights as they are."
)
def normalised(weights, rows, columns, side):
    weights = weights / weights.sum(-1, keepdim=True)
    return stretch(weights.reshape(-1, rows, columns), side)


@wrong("each place is laid 1 pixels too far up and 1 too far to the left:")
def one_pixel_early(weights, rows, columns, side):
    maps = stretch(weights.reshape(-1, rows, columns), side)
    return maps.roll((-1, -1), (1, 2))


@wrong("nearly right: are they rounded? Leave them as they are.")
def rounded(weights, rows, columns, side):
    return stretch(weights.round(decimals=2).reshape(-1, rows, columns), side)
