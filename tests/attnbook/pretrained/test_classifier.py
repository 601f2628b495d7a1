"""What a classifier says of an image, and where it looked."""

from dataclasses import replace

import pytest
import torch
from PIL import Image

from attnbook import attention
from attnbook.models import vit
from attnbook.pretrained import classifier
from attnbook.pretrained.classifier import Classifier
from tests.toys import refused

SMALL = vit.Config(8, 4, 1, 3, 8, 2, 8, 2)


def build(**changes) -> Classifier:
    generator = torch.Generator().manual_seed(1)
    return Classifier(vit.build(replace(SMALL, **changes), generator).eval())


def test_it_gives_each_class_its_probability_the_most_probable_first():
    reader, images = build(), torch.rand(3, 1, 8, 8)
    with torch.no_grad():
        wanted = reader.model(images).softmax(-1)
    for found, row in zip(reader.classify(images), wanted, strict=True):
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert [found[name] for name in "012"] == pytest.approx(row.tolist())
    named = Classifier(reader.model, ("a", "b", "c"))
    assert list(named.classify(images[:1])[0])[0] in "abc"
    bytes_ = (images[:1] * 255).round().to(torch.uint8)
    near = reader.classify(bytes_)[0]
    assert near == pytest.approx(reader.classify(images[:1])[0], abs=0.02)


def test_classes_of_one_name_have_an_entry_each():
    """Their shares were one, or the last one's."""
    reader = build()
    reader = Classifier(reader.model, ("crane", "ox", "crane"))
    image = torch.rand(1, 1, 8, 8)
    with torch.no_grad():
        first, ox, last = reader.model(image).softmax(-1)[0].tolist()
    assert reader.classify(image)[0] == pytest.approx(
        {"crane (0)": first, "ox": ox, "crane (2)": last}
    )
    again = Classifier(reader.model, ("a", "a", "a (0)"))
    assert len(set(again.names)) == 3


def test_an_answer_that_is_no_number_is_none():
    reader = build()
    with torch.no_grad():
        reader.model.head.weight.fill_(3e38)
    with refused("the model's answer is (inf|-inf|nan)"):
        reader.classify(torch.rand(1, 1, 8, 8))


def test_where_it_looked_is_the_model_s_weights_and_their_product():
    reader, image = build(), torch.rand(1, 8, 8)
    seen = reader.attention(image)
    with torch.no_grad():
        weights = reader.model.weights(image[None])[0]
    assert torch.equal(seen["weights"], weights)
    assert seen["rollout"].shape == (2, 2)
    rolled = attention.rollout(weights)[0, 1:]
    torch.testing.assert_close(seen["rollout"].flatten(), rolled / rolled.sum())


def drawing(path, paper, ink, box=(10, 20, 30, 60), size=(80, 100)):
    """A bar somewhere on a sheet."""
    image = Image.new("L", size, paper)
    image.paste(ink, box)
    image.save(path)
    return path


def test_ink_is_bright_and_fills_the_square_wherever_it_stood(tmp_path):
    """Black on white or white on black, in a corner or not."""
    reader, box = build(), (40, 40, 60, 80)
    ways = (255, 0), (0, 255), (255, 0, box), (200, 90, box)
    found = [reader.prepare(drawing(tmp_path / "a.png", *way)) for way in ways]
    for one in found:
        assert one.shape == (1, 8, 8)
        assert one[0, :, 3:5].min() > 0.8, "the bar stands in the middle"
        assert one[0, :, 0].max() < 0.2 and one[0, :, 7].max() < 0.2
    torch.testing.assert_close(found[0], found[1])


def test_colours_are_read_as_they_are(tmp_path):
    reader = build(channels=3)
    path = tmp_path / "a.png"
    Image.new("RGB", (20, 30), (255, 0, 51)).save(path)
    seen = reader.prepare(path)
    torch.testing.assert_close(seen.mean((1, 2)), torch.tensor([1.0, 0.0, 0.2]))


def test_what_cannot_be_classified_is_told(tmp_path):
    reader = build()
    blank = drawing(tmp_path / "blank.png", 200, 200)
    broken = tmp_path / "broken.png"
    broken.write_text("no image")
    for picture, says in (
        (blank, "nothing is drawn"),
        (broken, "no image: .*broken.png"),
        (torch.rand(1, 9, 8), r"must be \(1, 8, 8\): shape=\(1, 9, 8\)"),
    ):
        with refused(says):
            reader.classify([picture])
    with refused("list of pictures", TypeError):
        reader.classify(blank)
    with refused("3 classes need 3 names: 2"):
        Classifier(reader.model, ("a", "b"))


def test_upright_and_lying_drawings_keep_their_shape():
    """What is drawn is not stretched."""
    grey = torch.zeros(64, 64)
    grey[30:34, 10:50] = 1
    found = classifier.ink(grey, 8)
    assert found[3:5].mean() > 0.3 and found[:2].max() == found[6:].max() == 0
