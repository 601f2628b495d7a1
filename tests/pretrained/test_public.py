"""Files of the package `transformers`, from a folder or by name."""

import json
import shutil

import pytest
import torch
import transformers

from attnbook import pretrained
from attnbook.data import fetch
from tests.toys import refused


@pytest.fixture
def folder(tmp_path):
    """What `save_pretrained` writes of a small model."""
    torch.manual_seed(1)
    config = transformers.ViTConfig(
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=24,
        image_size=8,
        patch_size=4,
        id2label={0: "cat", 1: "dog", 2: "bird"},
    )
    model = transformers.ViTForImageClassification(config)
    model.save_pretrained(tmp_path / "saved")
    return tmp_path / "saved"


def test_a_folder_a_file_and_a_name_are_one_model(folder, monkeypatch):
    theirs = transformers.ViTForImageClassification.from_pretrained(folder)
    image = torch.rand(1, 3, 8, 8)
    with torch.no_grad():
        (wanted,) = theirs(pixel_values=2 * image - 1).logits.softmax(-1)
    asked = []

    def found(name, address, digest):
        asked.append((name, address, digest))
        return folder / name.rpartition("/")[2]

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
