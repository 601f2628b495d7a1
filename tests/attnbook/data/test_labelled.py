"""Images with labels, from every source; what does not belong together."""

import io
import pickle
import tarfile

import numpy as np
import pytest
import torch

from attnbook.data import fetch, labelled, painting
from tests.toys import refused


def test_digits_are_all_of_them_once():
    train, test = labelled.digits("train"), labelled.digits("test")
    assert (len(train.labels), len(test.labels)) == (1400, 397)
    grey, labels = painting.handwritten()
    both = torch.cat([train.images, test.images]).flatten(1)
    whole = (grey * 255).round().to(torch.uint8).flatten(1)
    assert sorted(map(bytes, both.numpy())) == sorted(map(bytes, whole.numpy()))
    assert both.max() == 255
    found = torch.cat([train.labels, test.labels]).bincount()
    assert torch.equal(found, labels.bincount())
    assert train.classes == tuple("0123456789")


def npz(path, **content):
    np.savez(path, **content)
    return path


def small(count: int = 4, channels: int = 3):
    shape = (count, 2, 2, channels) if channels > 1 else (count, 2, 2)
    x = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    return {"x_test": x, "y_test": np.arange(count) % 3}


@pytest.mark.parametrize("channels", [1, 3])
def test_an_archive_has_its_channels_first(tmp_path, channels):
    given = small(channels=channels)
    path = npz(tmp_path / "a.npz", **given)
    found = labelled.archive(path, "test")
    for k, image in enumerate(given["x_test"].reshape(4, 2, 2, channels)):
        for c in range(channels):
            assert (found.images[k, c].numpy() == image[..., c]).all()
    assert found.labels.tolist() == [0, 1, 2, 0]
    assert found.classes == ("0", "1", "2")
    named = npz(tmp_path / "b.npz", **given, classes=["a", "b", "c"])
    assert labelled.archive(named, "test").classes == ("a", "b", "c")


@pytest.mark.parametrize(
    "change, says",
    [
        ({"x_test": np.zeros((4, 2, 2, 3))}, "must be uint8.*float64"),
        ({"x_test": np.zeros((4, 2, 3, 3), np.uint8)}, "3 x 2 x 3"),
        ({"x_test": np.zeros((4, 2, 2, 2), np.uint8)}, "2 x 2 x 2"),
        ({"x_test": np.zeros((5, 2, 2, 3), np.uint8)}, "5 images, but 4"),
        ({"y_test": np.zeros(4)}, r"whole numbers.*float64 \(4,\)"),
        ({"y_test": np.array([0, 1, -1, 1])}, r"0 \.\. 1: -1 \.\. 1"),
        ({"classes": ["a", "b"]}, r"0 \.\. 1: 0 \.\. 2"),
        ({"classes": "a"}, r"classes must be \(classes,\): \(\)"),
        ({"y_test": np.array([0, 2**63], np.uint64)}, rf"0 .* 99999: {2**63}"),
        ({"y_train": np.zeros((4, 1), int)}, r"y_train must .*int64 \(4, 1\)"),
    ],
)
def test_what_does_not_belong_together_is_named(tmp_path, change, says):
    path = npz(tmp_path / "a.npz", **small() | change)
    with refused(says):
        labelled.archive(path, "test")


def test_both_parts_have_the_same_classes(tmp_path):
    path = npz(tmp_path / "a.npz", **small(), y_train=np.array([0, 4]))
    assert labelled.archive(path, "test").classes == tuple("01234")
    few = npz(tmp_path / "b.npz", **small() | {"y_test": np.zeros(4, int)})
    assert labelled.archive(few, "test").classes == ("0", "1")


def test_other_files_are_no_archives(tmp_path):
    path = npz(tmp_path / "a.npz", **small())
    with refused("has no x_train"):
        labelled.archive(path, "train")
    with refused("train, test: 'val'"):
        labelled.archive(path, "val")
    path.write_bytes(path.read_bytes()[:-60])
    with refused("no .npz file of images"):
        labelled.archive(path, "test")
    path.write_text("no images")
    # not numpy's advice to allow pickles
    with refused(r"no .npz file of images: .* \(File is not a zip file\)"):
        labelled.archive(path, "test")
    harmful = npz(tmp_path / "b.npz", x_test=np.array([{}]), y_test=[0])
    with refused("no .npz file of images"):
        labelled.archive(harmful, "test")
    with refused("No such file", OSError):
        labelled.archive(tmp_path / "none.npz", "test")


def official(path, content):
    """An archive in the form of CIFAR-10's."""
    with tarfile.open(path, "w:gz") as archive:
        for name, batch in content.items():
            data = pickle.dumps(batch, protocol=2)
            info = tarfile.TarInfo(f"cifar-10-batches-py/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def test_cifar10_is_its_official_archive_or_a_copy(tmp_path, monkeypatch):
    monkeypatch.delenv("ATTNBOOK_CIFAR10", raising=False)
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 256, (12, 3072), dtype=np.uint8)
    content = {
        f"data_batch_{k}": {
            b"data": rows[2 * k : 2 * k + 2],
            b"labels": [k, 9],
        }
        for k in range(1, 6)
    } | {"test_batch": {b"data": rows[:2], b"labels": [3, 4]}}
    path = official(tmp_path / "cifar.tar.gz", content)
    asked = []
    monkeypatch.setattr(fetch, "fetch", lambda *a: asked.append(a) or path)
    train, test = labelled.cifar10("train"), labelled.cifar10("test")
    assert train.labels.tolist() == [1, 9, 2, 9, 3, 9, 4, 9, 5, 9]
    assert (train.images.flatten(1).numpy() == rows[2:]).all()
    assert (test.images.flatten(1).numpy() == rows[:2]).all()
    assert test.classes[3] == "cat" and len(test.classes) == 10
    assert {a[0] for a in asked} == {"cifar-10-python.tar.gz"}

    pixels = rows[:2].reshape(2, 3, 32, 32).transpose(0, 2, 3, 1)
    copy = npz(tmp_path / "c.npz", x_test=pixels, y_test=np.array([3, 4]))
    monkeypatch.setenv("ATTNBOOK_CIFAR10", str(copy))
    again = labelled.cifar10("test")
    assert torch.equal(again.images, test.images)
    assert again.classes == test.classes


def test_another_data_set_is_no_copy_of_cifar10(tmp_path, monkeypatch):
    x, y = np.zeros((2, 32, 32, 3), np.uint8), np.array([0, 10])
    path = npz(tmp_path / "a.npz", x_test=x, y_test=y)
    monkeypatch.setenv("ATTNBOOK_CIFAR10", str(path))
    with refused(r"a\.npz: .*0 \.\. 9: 0 \.\. 10"):
        labelled.cifar10("test")
    npz(path, x_test=x[:, :8, :8, 0], y_test=y // 10)
    with refused(r"a\.npz: .*32\): \(1, 8, 8\)"):
        labelled.cifar10("test")


def test_a_pickle_of_python_2_is_read():
    """As the official archive has it: bytes for text, numpy's old module."""
    content = (
        b"\x80\x02}(U\x04datacnumpy.core.multiarray\n_reconstruct\n"
        b"cnumpy\nndarray\nK\x00\x85U\x01b\x87R(K\x01K\x02K\x03\x86"
        b"cnumpy\ndtype\nU\x02u1K\x00K\x01\x87R(K\x03U\x01|NNN"
        b"J\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89"
        b"U\x06abcdeftbU\x06labels](K\x03K\x04eu."
    )
    numbers = labelled._Numbers(io.BytesIO(content), encoding="bytes")
    found = numbers.load()
    assert found[b"data"].tolist() == [[97, 98, 99], [100, 101, 102]]
    assert found[b"labels"] == [3, 4]


class Harmful:
    def __reduce__(self):
        return print, ("harm",)


def test_a_pickle_runs_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("ATTNBOOK_CIFAR10", raising=False)
    path = official(tmp_path / "c.tar.gz", {"test_batch": Harmful()})
    monkeypatch.setattr(fetch, "fetch", lambda *a: path)
    with refused("a file of images has no __builtin__.print"):
        labelled.cifar10("test")
    assert not capsys.readouterr().out


def test_parts_are_balanced_and_nested():
    data = labelled.digits("train")
    less, rest = labelled.balanced(data, 50, 3)
    more, _ = labelled.balanced(data, 200, 3)
    assert less.labels.bincount().tolist() == [5] * 10
    assert more.labels.bincount().tolist() == [20] * 10
    assert torch.equal(more.images[:50], less.images)
    assert len(rest.labels) == 1350
    together = torch.cat([less.images, rest.images]).flatten(1).numpy()
    assert sorted(map(bytes, together)) == sorted(
        map(bytes, data.images.flatten(1).numpy())
    )
    other, _ = labelled.balanced(data, 50, 4)
    assert not torch.equal(other.images, less.images)
    for count in (0, 1401):
        with refused(rf"1 \.\. 1400: count={count}"):
            labelled.balanced(data, count, 1)
