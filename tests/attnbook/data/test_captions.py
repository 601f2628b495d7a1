"""A reader's folder: what is found in it, and what is wrong with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnbook.data import captions
from attnbook.data.tokenizer import tidy
from tests.attnbook.data.toys import album, paint, written
from tests.toys import refused

HEAD = "image,caption"


def with_images(folder, *names):
    for name in names:
        paint(folder / name, (255, 0, 0))
    return folder


@pytest.mark.parametrize("images", ["", "Images", "images"])
def test_images_lie_beside_the_captions_or_in_a_subfolder(tmp_path, images):
    found = captions.read(album(tmp_path / "mine", 4, images=images))
    assert found.problems == {}
    assert list(found.images) == [f"{i:05}.png" for i in range(4)]
    assert all(path.is_file() for path in found.images.values())
    assert found.captions["00001.png"] == ["a green square ."]
    both = ["a black square .", "all of it , every bit , is black"]
    assert found.captions["00003.png"] == both


def test_the_captions_may_lie_above_the_images_or_anywhere(tmp_path):
    folder = album(tmp_path / "mine", 4, images="Images")
    whole = captions.read(folder)
    assert captions.read(folder / "Images") == whole
    (folder / "captions.txt").rename(tmp_path / "other.csv")
    assert captions.read(folder, str(tmp_path / "other.csv")) == whole
    assert captions.read(folder, "other.csv") == whole
    says = rf"no captions file captions\.txt in {folder} or above it"
    with refused(says, FileNotFoundError):
        captions.read(folder)


@pytest.mark.parametrize(
    ("line", "caption"),
    [
        ("a.png,a dog", "a dog"),
        ("a.png,a dog, a cat", "a dog, a cat"),
        ('a.png,"a ""big"" dog"', 'a "big" dog'),
        ('a.png,"a dog', "a dog"),
        (" a.png ,  a \t dog ", "a dog"),
        ("a.png,a dog\u2028runs", "a dog runs"),
        ('a.png,"a dog" and "a cat', 'a dog and "a cat'),
    ],
)
@pytest.mark.parametrize("after", ["the next", '"the next"'])
def test_captions_may_hold_commas_and_quotes(tmp_path, line, caption, after):
    """And a quote that is never closed ends with its line."""
    folder = with_images(tmp_path, "a.png", "b.png")
    written(folder, [HEAD, line, f"b.png,{after}"])
    found = captions.read(folder)
    assert found.captions == {"a.png": [caption], "b.png": ["the next"]}
    assert found.problems == {}


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """A folder with one image."""
    return with_images(tmp_path_factory.mktemp("one"), "a.png")


LETTERS = st.sampled_from(
    "aZ9 \t,;\"'\\/|.-_#=éßİﬁ你ع🚲\x00\x0b\x0c\x1c\x85\xa0"
    "\u0301\u2003\u200b\u2028\ufeff"
)
"""Among them all kinds of white space, and what ends a line elsewhere."""


@given(st.text(LETTERS, min_size=1).filter(tidy))
def test_any_caption_is_read_back_tidied(one, text):
    """Written as CSV writes it."""
    quoted = text.replace('"', '""')
    written(one, [HEAD, f'a.png,"{quoted}"'])
    assert captions.read(one).captions == {"a.png": [tidy(text)]}


def test_a_byte_order_mark_and_capitals_do_not_hide_the_header(tmp_path):
    folder = with_images(tmp_path, "a.png")
    text = "\ufeffImage, Caption\r\n\r\na.png,un chien à l'ombre\r\n"
    (folder / "captions.txt").write_bytes(text.encode())
    found = captions.read(folder)
    assert found.captions == {"a.png": ["un chien à l'ombre"]}
    assert found.problems == {}


def test_flickr8ks_own_form_is_read(tmp_path):
    """Its quotes are signs; the dataset itself has a name with a slip."""
    folder = with_images(tmp_path, "a.jpg", "b.jpg")
    lines = [
        'a.jpg#0\tA child , in "pink" .',
        'a.jpg#1\t"A girl',
        "",
        "b.jpg#0\tA\tdog #1",
        "b.jpg.1#0\tA dog",
        "b.jpg#1 A dog",
        "b.jpg#2\t",
        b"b.jpg#3\tcaf\xe9",
    ]
    found = captions.read(written(folder, lines))
    assert found.captions == {
        "a.jpg": ['A child , in "pink" .', '"A girl'],
        "b.jpg": ["A dog #1"],
    }
    assert found.problems == {
        captions.BYTES: ["line 8"],
        captions.TORN: ["line 6"],
        captions.EMPTY: ["b.jpg"],
        captions.ORPHAN: ["b.jpg.1"],
    }


FORMS = "its form is image,caption, .* Flickr8k's own form, NAME#0, a tab"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("image;caption", "begins with image;caption"),
        ("a.png\ta dog", r"begins with a\.png\\ta dog"),
        ("a.png,a dog", r"begins with a\.png,a dog"),
        ("image,caption,score", "begins with image,caption,score"),
        ("caption,image", "begins with caption,image"),
        ("\ufeff\n ", "is empty"),
        ("\ufeff\n\u2003", "is empty"),
    ],
)
def test_what_begins_otherwise_is_refused(tmp_path, text, says):
    """A score would else be read as words of the caption."""
    with refused(rf"captions\.txt {says}: {FORMS}"):
        captions.read(written(with_images(tmp_path, "a.png"), [text]))


def test_two_images_of_one_name_are_refused(tmp_path):
    """Unless no caption names them, or both folders are one."""
    folder = with_images(tmp_path, "a.png", "b.png", "Images/b.png")
    (folder / "images").symlink_to(folder)
    assert captions.read(written(folder, [HEAD, "a.png,a dog"])).images
    with refused(rf"one name: {folder}/Images/b.png and {folder}/b.png"):
        captions.read(written(folder, [HEAD, "b.png,a dog"]))


def test_accents_are_the_same_however_they_are_written(tmp_path):
    """As one letter in the text, as two in the file's name."""
    folder = with_images(tmp_path, "e\u0301.png")
    written(folder, [HEAD, "\u00e9.png,a dog"])
    assert list(captions.read(folder).images) == ["\u00e9.png"]


def test_every_problem_is_collected_and_the_rest_goes_on(tmp_path):
    folder = with_images(tmp_path, "a.png", "b.png", "c.jpg", ".hidden.png")
    (folder / "notes.md").touch()
    lines = [
        HEAD,
        "a.png,a dog",
        "x.png,not there",
        "x.png,still not there",
        "../a.png,elsewhere",
        "b.png,",
        'b.png,"  "',
        b"a.png,caf\xe9",
        "a line of its own",
        ",nobody",
        "a.png," + "w" * 200_000,
    ]
    found = captions.read(written(folder, lines))
    assert found.captions == {"a.png": ["a dog"]}
    assert found.problems == {
        captions.BYTES: ["line 8"],
        captions.TORN: ["line 9", "line 10", "line 11"],
        captions.EMPTY: ["b.png", "b.png"],
        captions.ORPHAN: ["x.png", "x.png", "../a.png"],
        captions.SILENT: ["b.png", "c.jpg"],
    }
    assert captions.summary(found.problems) == [
        "line that is not UTF-8: 1 (line 8)",
        "line without image and caption: 3 (line 9, line 10, line 11)",
        "empty caption: 2 (b.png)",
        "caption without an image: 3 (x.png, ../a.png)",
        "image without a caption: 2 (b.png, c.jpg)",
    ]


def test_names_are_counted_the_first_are_told_and_steer_no_terminal():
    names = ["a\x1b[31m\n.png", *(f"{i}.png" for i in range(1233))]
    assert captions.summary({captions.SILENT: names}) == [
        "image without a caption: 1,234 (a\\x1b[31m\\n.png, 0.png, 1.png, ...)"
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([HEAD], "image without a caption: 1 (a.png)"),
        ([HEAD, "b.png,a dog"], "caption without an image: 1 (b.png)"),
        ([HEAD, b"\xe9.png,\xe9"], "line that is not UTF-8: 1 (line 2)"),
    ],
)
def test_nothing_left_is_an_error_with_all_reasons(tmp_path, lines, says):
    with_images(tmp_path, "a.png")
    with pytest.raises(ValueError) as error:
        captions.read(written(tmp_path, lines))
    assert str(error.value).startswith("no image with a caption is left\n  ")
    assert says in str(error.value)
    assert "image without a caption: 1 (a.png)" in str(error.value)


def test_what_is_no_folder_is_told(tmp_path):
    for path in (tmp_path / "absent", paint(tmp_path / "a.png", (0, 0, 0))):
        with refused(f"no folder of images: {path}", NotADirectoryError):
            captions.read(path)


def test_broken_images_are_taken_out_with_their_reasons(tmp_path):
    whole = captions.read(album(tmp_path, 3))
    left = captions.without(whole, {"00001.png": "(cut short)"})
    names = ["00000.png", "00002.png"]
    assert list(left.images) == list(left.captions) == names
    assert left.problems == {captions.BROKEN: ["00001.png (cut short)"]}
    assert captions.without(whole, {}) == whole
    with refused("image that cannot be read: 3 "):
        captions.without(whole, dict.fromkeys(whole.images, "(no image)"))


# Who is held out


@given(
    st.sets(st.text(LETTERS, min_size=1), min_size=2, max_size=40),
    st.floats(0, 1),
)
def test_some_are_held_out_and_some_are_not(names, share):
    names = sorted(names)
    held = captions.held_out(names, share)
    assert 0 < len(held) < len(names)
    assert held <= set(names)
    assert captions.held_out(names[::-1], share) == held


def test_the_share_is_about_right_and_nobody_changes_sides():
    names = [f"{i}.jpg" for i in range(2000)]
    held = captions.held_out(names, 0.1)
    assert 160 < len(held) < 240
    assert captions.held_out(names[:1000], 0.1) == held & {*names[:1000]}
    assert held < captions.held_out(names, 0.2)
    with refused("at least 2 images are needed.*: 1$"):
        captions.held_out(["a.png"], 0.5)
