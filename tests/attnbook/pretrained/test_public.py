"""Files of the package `transformers`, from a folder or by name."""

import json

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
    image, asked = torch.rand(1, 3, 8, 8), []

    def found(name, address, digest):
        asked.append((name, address))
        return folder / name.rpartition("/")[2]

    alter(folder, "preprocessor_config.json", size=8)
    monkeypatch.setattr(fetch, "fetch", found)
    wanted = pretrained.vit(folder).classify(image)
    name = "owner/some-model"
    for source in (str(folder), folder / "model.safetensors", name):
        assert pretrained.vit(source).classify(image) == wanted
    assert [x for x, _ in asked] == [
        f"{name}/config.json",
        f"{name}/preprocessor_config.json",
        f"{name}/model.safetensors",
    ]
    assert all(f"/{name}/resolve/main/" in address for _, address in asked)


@pytest.mark.parametrize("name", ["no model", "../a/b", "a/.."])
def test_what_is_no_name_is_refused(name):
    with refused(f"nor a name like owner/model: '{name}'"):
        pretrained.vit(name)


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("model.safetensors", b"PK", "no Vision Transformer: .*saved"),
        ("config.json", b"[1]", "no Vision Transformer: .*saved"),
        ("config.json", b"{}", "no Vision Transformer: .*patch_size.* missing"),
    ],
    ids=["a pickle", "no fields", "another model"],
)
def test_other_files_are_named(folder, file, content, says):
    (folder / file).write_bytes(content)
    with refused(says):
        pretrained.vit(folder)
    (folder / "config.json").unlink()
    with refused("config.json", OSError):
        pretrained.vit(folder)
