"""Images with weights over them: what is drawn, said and refused."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from attncourse.figures import images, style

WHITE = np.ones((3, 6, 10))
WEIGHTS = np.zeros((3, 5))
WEIGHTS[1, 3] = 0.75
WEIGHTS[2, 0] = 0.25
ALT = "A white image."


def pixels(figure):
    """The picture as numbers, "rows columns 3"."""
    return np.asarray(Image.open(BytesIO(figure.png)).convert("RGB"), float)


def share(figure, colour):
    """The share of pixels of one colour, from 0 to 1."""
    wanted = 255 * np.array(colour)
    return (np.abs(pixels(figure) - wanted).max(-1) < 2).mean()


def test_an_image_is_drawn_with_hard_pixels():
    """Two colours of the image, and hardly another beside the card's."""
    image = np.zeros((3, 2, 2))
    image[0, 0, 0] = image[2, 1, 1] = image[2, 0, 1] = image[0, 1, 0] = 1
    figure = images.picture(image, alt="Red and blue squares")
    red, blue = share(figure, (1, 0, 0)), share(figure, (0, 0, 1))
    assert red == pytest.approx(blue, rel=0.05) and red > 0.3
    assert figure.alt == "Red and blue squares. 2 by 2 pixels."


def test_what_is_not_read_is_dark():
    """A cell of weight 0 as dark as can be, the brightest as it was, and one
    of a third of it in between.
    """
    figure = images.picture(WHITE, weights=WEIGHTS, alt=ALT)
    night = (1 - images.DARK) + images.DARK * images.NIGHT
    dark = images.DARK * 2 / 3
    between = (1 - dark) + dark * images.NIGHT
    plain = images.picture(WHITE, alt=ALT)
    area = share(plain, (1, 1, 1)) - share(figure, (1, 1, 1))
    assert share(figure, night) == pytest.approx(area * 13 / 14, rel=0.1)
    assert share(figure, between) == pytest.approx(area / 14, rel=0.1)


def test_the_largest_weight_and_the_boxes_are_framed():
    orange = [int(style.ROLES["decoder"][k : k + 2], 16) for k in (1, 3, 5)]
    colour = np.array(orange) / 255
    bare = images.picture(WHITE, alt=ALT)
    framed = images.picture(WHITE, weights=WEIGHTS, alt=ALT)
    boxed = images.picture(WHITE * 0.5, boxes=[(2, 1, 6, 4)], alt=ALT)
    assert share(bare, colour) == 0 < share(framed, colour)
    ink = np.array([0x1A] * 3) / 255
    plain = images.picture(WHITE * 0.5, alt=ALT)
    assert share(boxed, ink) > share(plain, ink)


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        ((), "."),
        ([(6, 2, 8, 4)], ", inside the frame."),
        ([(6, 2, 7, 4)], ", outside the frame."),
        ([(0, 0, 1, 1), (7, 3, 8, 4)], ", inside the frame."),
    ],
)
def test_it_says_where_the_largest_weight_lies(boxes, said):
    figure = images.picture(
        WHITE, weights=WEIGHTS, boxes=boxes, title="six", alt=ALT
    )
    where = "row 2 of 3, column 4 of 5"
    assert figure.alt == f"{ALT} six: largest weight 0.75 in {where}{said}"


def test_a_strip_has_a_picture_for_each_word():
    figure = images.strip(
        WHITE,
        words=["red", "six"],
        weights=[WEIGHTS, WEIGHTS[::-1]],
        boxes=[(6, 2, 8, 4), (6, 2, 8, 4)],
        alt=ALT,
    )
    assert figure.alt == (
        f"{ALT} red: largest weight 0.75 in row 2 of 3, column 4 of 5, inside "
        "the frame. six: largest weight 0.75 in row 2 of 3, column 4 of 5, "
        "inside the frame."
    )
    many = images.strip(WHITE, words=["a"] * 4, weights=[WEIGHTS] * 4, alt=ALT)
    assert pixels(many).shape[0] == 2 * pixels(figure).shape[0]
    assert many.width == figure.width <= style.WIDTH * 100


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"image": WHITE[:2]}, r"image must be \(3, Y, X\): shape=\(2, 6, 10"),
        ({"image": WHITE[0]}, "filled array with 3 axes"),
        ({"image": WHITE * 2}, "values outside the limits: from 2.0"),
        ({"weights": WEIGHTS * 2}, "values outside the limits: from 0.0"),
        ({"weights": WEIGHTS * 0}, "some weight must be above 0"),
        (
            {"weights": np.ones((4, 5))},
            "whole pixels: 4 x 5 cells, image 6 x 10",
        ),
        ({"boxes": [(0, 0, 11, 1)]}, r"outside the image: \(0, 0, 11, 1\)"),
        ({"boxes": [(3, 0, 3, 1)]}, "outside the image"),
        ({"alt": " "}, "alt must say something"),
    ],
)
def test_what_cannot_be_drawn_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        images.picture(**{"image": WHITE, "alt": ALT} | change)


def test_patches_stand_apart():
    """With grey between them; each is as it was."""
    image = np.arange(48.0).reshape(3, 4, 4) / 48
    apart = images.spread(image, 2, 1)
    assert apart.shape == (3, 5, 5)
    assert (apart[:, 2] == images.EMPTY).all()
    assert (apart[:, :, 2] == images.EMPTY).all()
    assert (np.delete(np.delete(apart, 2, 1), 2, 2) == image).all()


def test_what_is_read_is_coloured_on_paper():
    """The largest weight most, a third of it a third as much, none not at
    all.
    """
    figure = images.picture(WHITE, weights=WEIGHTS, alt=ALT, tinted=True)
    area = share(images.picture(WHITE, alt=ALT), (1, 1, 1))
    assert share(figure, (1, 1, 1)) == pytest.approx(area * 13 / 15, rel=0.1)
    third = 1 + images.TINT / 3 * (images.PURPLE - 1)
    assert share(figure, third) == pytest.approx(area / 15, rel=0.3)
