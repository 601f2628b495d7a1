"""Files of the package `transformers`, from a folder or by name."""

import json
import shutil

import numpy as np
import pytest
import torch
import transformers
from PIL import Image

from attnbook import pretrained
from attnbook.data import fetch
from tests.attnbook.models.toys import published_vit
from tests.toys import refused


@pytest.fixture
def folder(tmp_path):
    """What `save_pretrained` writes of a small model."""
    published_vit().save_pretrained(tmp_path / "saved")
    return tmp_path / "saved"


def alter(folder, file="config.json", **changes) -> None:
    """Other fields in a file, which may be absent."""
    path = folder / file
    fields = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(fields | changes))


IMAGENET = {
    "image_mean": [0.485, 0.456, 0.406],
    "image_std": [0.229, 0.224, 0.225],
}


@pytest.mark.parametrize(
    "said",
    [
        {},
        IMAGENET,
        IMAGENET | {"rescale_factor": 1 / 127.5, "resample": 3},
        {"do_rescale": False, "image_mean": [100] * 3, "image_std": [50] * 3},
        {"do_resize": False},
    ],
    ids=str,
)
def test_an_image_is_read_as_its_processor_does(folder, tmp_path, said):
    """A white square of its size, noise, and noise that is stretched, a part of
    it transparent.
    """
    theirs = transformers.ViTForImageClassification.from_pretrained(folder)
    size = {"height": 8, "width": 8}
    processor = transformers.ViTImageProcessorPil(size=size, **said)
    processor.save_pretrained(folder)
    known = {"_valid_processor_keys": ["images"], "image_processor_type": None}
    alter(folder, "preprocessor_config.json", **known)
    noise = np.random.default_rng(1).integers(0, 256, (3, 21, 13, 3), np.uint8)
    noise[0] = 255
    ours = pretrained.vit(folder)
    for k, pixels in enumerate(noise):
        path = tmp_path / f"{k}.png"
        image = Image.fromarray(pixels[:8, :8] if k < 2 else pixels)
        if k == 2:
            image.putalpha(Image.fromarray(pixels[..., 0]))
        image.save(path)
        if k == 2 and "do_resize" in said:
            with refused(r"must be \(3, 8, 8\): shape=\(3, 21, 13\)"):
                ours.classify([path])
            continue
        image = Image.open(path).convert("RGB")  # as their `load_image`
        numbers = processor(image, return_tensors="pt")
        with torch.no_grad():
            wanted = theirs(**numbers).logits.softmax(-1)[0].tolist()
        (found,) = ours.classify([path])
        named = dict(zip(("cat", "dog", "bird"), wanted, strict=True))
        assert found == pytest.approx(named, abs=1e-5)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"do_center_crop": True}, "do_center_crop=True is not known"),
        (
            {"image_processor_type": "CLIPImageProcessor"},
            "ViTImageProcessor: C",
        ),
        ({"size": {"shortest_edge": 8}}, "height and width are needed"),
        ({"size": 16}, "images of 16 pixels, a model for 8"),
        ({"size": 8, "image_std": [1, 0, 1]}, "image_std must be above 0"),
        ({"size": 8, "image_mean": [1]}, r"must be three: \(1, 3, 3\)"),
        ({"size": 8, "do_rescale": "no"}, "do_rescale must be True or False"),
    ],
)
def test_a_processor_that_is_not_known_is_refused(folder, said, says):
    alter(folder, "preprocessor_config.json", **said)
    with refused(f"no Vision Transformer: .*{says}"):
        pretrained.vit(folder)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"image_size": [8, 8], "patch_size": [4, 4], "id2label": None}, ""),
        ({"image_size": [8, 6]}, r"square images only: image_size=\[8, 6\]"),
        ({"id2label": ["cat"]}, "id2label must give names to numbers"),
        ({"num_channels": 1}, r"embed.weight is \(16, 48\), not \(16, 16\)"),
        ({"num_hidden_layers": 10**6}, "asks for far more than"),
        ({"layer_norm_eps": -1}, "epsilon must lie above 0"),
    ],
)
def test_fields_of_any_form_are_read_or_refused(folder, fields, says):
    alter(folder, **fields)
    if says:
        with refused(f"no Vision Transformer: .*{says}"):
            pretrained.vit(folder)
    else:
        assert pretrained.vit(folder).names == ("0", "1", "2")


def test_other_forms_of_weights_hear_what_is_read(folder):
    there = "model-00001-of-00002.safetensors"
    (folder / "model.safetensors").rename(folder / there)
    says = f"model.safetensors is absent; of .* read, here are .*{there}"
    with refused(says, OSError):
        pretrained.vit(folder)


def test_a_folder_a_file_and_a_name_are_one_model(folder, monkeypatch):
    theirs = transformers.ViTForImageClassification.from_pretrained(folder)
    image = torch.rand(1, 3, 8, 8)
    with torch.no_grad():
        (wanted,) = theirs(pixel_values=2 * image - 1).logits.softmax(-1)
    asked = []

    def found(name, address, digest):
        asked.append((name, address, digest))
        return folder / name.rpartition("/")[2]

    alter(folder, "preprocessor_config.json", size=8)
    monkeypatch.setattr(fetch, "fetch", found)
    for source in (
        folder,
        str(folder),
        folder / "model.safetensors",
        "owner/some-model",
    ):
        said = pretrained.vit(source).classify(image)[0]
        for name, p in zip(("cat", "dog", "bird"), wanted, strict=True):
            assert said[name] == pytest.approx(float(p), abs=1e-5)
    assert [name for name, *_ in asked] == [
        "owner/some-model/config.json",
        "owner/some-model/preprocessor_config.json",
        "owner/some-model/model.safetensors",
    ]
    assert all("/owner/some-model/resolve/main/" in a for _, a, _ in asked)


def test_other_files_are_named(folder, tmp_path):
    pickled = tmp_path / "pickled"
    shutil.copytree(folder, pickled)
    torch.save({}, pickled / "model.safetensors")
    bert = tmp_path / "bert"
    shutil.copytree(folder, bert)
    fields = json.loads((bert / "config.json").read_text())
    del fields["patch_size"]
    (bert / "config.json").write_text(json.dumps(fields))
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    (broken / "config.json").write_text("[1]")
    for path, says in (
        (pickled, "no Vision Transformer: .*pickled"),
        (bert, "no Vision Transformer: .*patch_size missing"),
        (broken, "no Vision Transformer: .*broken"),
        ("no model", "nor a name like owner/model: 'no model'"),
        ("../a/b", "nor a name like"),
        ("a/..", "nor a name like"),
    ):
        with refused(says):
            pretrained.vit(path)
    (folder / "config.json").unlink()
    with refused("config.json", OSError):
        pretrained.vit(folder)
