"""Models in files: what was written is read, what is shipped is what was
measured.
"""

import json
import os

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save

from attnbook import pretrained
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.models import vit
from attncourse.experiments import results
from tests.attnbook.pretrained.toys import build, former
from tests.toys import real_data, refused

SHIPPED = ("translate-en-fr-bahdanau", "translate-en-fr-seq2seq")


def measured_as(name: str) -> tuple[results.Result, str]:
    """The result that a shipped model was measured in, and what its values
    begin with: the captioners share one.
    """
    if name in results.names():
        return results.load(name), ""
    stem, _, kind = name.rpartition("-")
    return results.load(stem), f"{kind}_"


@pytest.fixture
def path(tmp_path):
    """Where a model lies, or will."""
    return tmp_path / "model.safetensors"


@pytest.fixture
def translator(path) -> pretrained.Translator:
    """A translator, and its file."""
    made = build()
    pretrained.write(path, made.model, made.tokenizer)
    return made


@pytest.mark.parametrize("make", [build, former])
def test_a_file_holds_model_tokenizer_and_configuration(path, make):
    made = make()
    pretrained.write(path, made.model, made.tokenizer)
    same = pretrained.read(path)
    assert same.model.config == made.model.config
    assert str(same.tokenizer) == str(made.tokenizer)
    assert not same.model.training
    read = same.model.state_dict()
    for name, weight in made.model.state_dict().items():
        assert torch.equal(read[name], weight.half().float()), name


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a model",
        save({"x": torch.zeros(2)}),
        save({"x": torch.zeros(2)}, {"kind": "other", "config": "{}"}),
    ],
    ids=["empty", "text", "no metadata", "other kind"],
)
def test_any_other_file_is_refused_by_name(path, content):
    path.write_bytes(content)
    with refused(f"not a model of this package: {path}"):
        pretrained.read(path)


def alter(path, weights=None, change=None, **metadata) -> None:
    """Put some weights, some fields of the configuration and some metadata in
    the place of the file's own.
    """
    with safe_open(path, framework="pt") as file:
        own = {key: file.get_tensor(key) for key in sorted(file.keys())}
        known = file.metadata()
    if change:
        metadata["config"] = json.dumps(json.loads(known["config"]) | change)
    both = own | (weights or {}), known | metadata
    path.write_bytes(save(*map(present, both)))


def present(items: dict) -> dict:
    """Without what is None."""
    return {key: x for key, x in items.items() if x is not None}


BIAS = "decoder.bias"
KINDS = ", ".join(pretrained.KINDS)
NAN = torch.full((71,), float("nan"))


@pytest.mark.parametrize(
    ("altered", "says"),
    [
        ({"weights": {BIAS: None}}, rf"{BIAS} is absent, not \(71,\)"),
        ({"weights": {"extra": NAN}}, r"extra is \(71,\), not absent"),
        ({"weights": {BIAS: NAN}}, f"{BIAS} holds nan"),
        ({"kind": "os.system"}, f"unknown kind 'os.system'; there are {KINDS}"),
        ({"kind": None}, "its metadata has no kind"),
        ({"format": "4"}, "format 4; this version of the package reads 1 to 3"),
        ({"change": {"layers": 3}}, "does not fit the kind seq2seq: .*layers"),
        ({"change": {"width": 12}}, r"weight_ih is \(39, 29\), not \(39, 34\)"),
        ({"change": {"cell": "rnn"}}, "cell='rnn'"),
        ({"config": "["}, "Expecting value"),
        ({"config": "[" * 200_000}, "its configuration is nested too deeply"),
        ({"tokenizer": "{}"}, "its tokenizer cannot be read"),
        ({"tokenizer": None}, "a model of text has a tokenizer"),
        ({"change": {"vocabulary": 70}}, "has 71 tokens, its model 70"),
        ({"digest": None}, "the digest is another one"),
    ],
)
@pytest.mark.usefixtures("translator")
def test_what_does_not_belong_together_is_named(path, altered, says):
    alter(path, **altered)
    with refused(f"not a model of this package: {path} .*{says}"):
        pretrained.read(path)


def test_a_model_whose_weights_are_all_zero_is_refused(path, translator):
    weights = translator.model.state_dict()
    alter(path, {name: torch.zeros_like(x) for name, x in weights.items()})
    with refused("every weight is 0"):
        pretrained.read(path)


def test_the_first_format_is_still_read(path, translator):
    """Its decoder's parts stood beside the encoder: the shipped translators are
    such files.
    """
    one = pretrained.read(path).model.state_dict()
    moved = {x: None for x in one if x.startswith("decoder.")}
    old = {x.removeprefix("decoder."): one[x].half() for x in moved}
    alter(path, moved | old, format=None)
    other = pretrained.read(path).model.state_dict()
    assert all(torch.equal(one[key], other[key]) for key in one)
    assert one.keys() == other.keys()


@pytest.mark.parametrize(
    "change",
    [
        {"layers": 1_000_000},
        {"width": 2**40},
        {"epsilon": -1},
        {"heads": 3},
        {"stem": "x" * 10_000},
    ],
    ids=lambda change: "{}={:.20}".format(*map(str, *change.items())),
)
def test_no_configuration_hangs_or_breaks_the_reader(path, change):
    """In one line; a classifier with -1 answered "0 nan, 1 nan"."""
    pretrained.write(path, vit.build(vit.Config(layers=1)))
    alter(path, change=change)
    with refused(f"not a model of this package: {path}") as caught:
        pretrained.read(path)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_a_change_that_fits_the_weights_is_noticed_by_the_digest(path):
    """Four heads as two: the same shapes, other answers. Files of before have
    no digest.
    """
    made = former()
    pretrained.write(path, made.model, made.tokenizer)
    alter(path, change={"heads": 4})
    with refused("its configuration or its tokenizer was changed"):
        pretrained.read(path)
    alter(path, format="2", digest=None)
    assert pretrained.read(path).model.config.heads == 4


@pytest.mark.parametrize("count", [2049, 65_520])
def test_counters_come_back_as_they_are(path, count):
    """In float16 2,049 is 2,048, and 65,520 infinite: a long training would end
    in an error.
    """
    model = vit.build(vit.Config(stem="convolutions", layers=1))
    counters = [x for n, x in model.named_buffers() if n.endswith("tracked")]
    assert counters
    for counter in counters:
        counter.fill_(count)
    read = pretrained.read(pretrained.write(path, model)).model.state_dict()
    for name, x in model.state_dict().items():
        assert read[name].dtype == x.dtype, name
        assert torch.equal(
            read[name], x if x.dtype == torch.int64 else (x.half().float())
        )


@pytest.mark.parametrize("scale", [1e-38, 1e-5, 1, 65_504, 65_505])
def test_weights_of_any_size_keep_their_digits(path, scale):
    """What float16 cannot hold stays in float32, tensor by tensor."""
    model = vit.build(vit.Config(layers=1))
    with torch.no_grad():
        model.head.weight.copy_(torch.linspace(-scale, scale, 480).view(10, 48))
    read = pretrained.read(pretrained.write(path, model)).model
    torch.testing.assert_close(
        read.head.weight, model.head.weight, rtol=1e-3, atol=scale * 1e-4
    )
    with safe_open(path, framework="pt") as file:
        kept = {x: file.get_slice(x).get_dtype() for x in model.state_dict()}
    assert kept.pop("head.weight") == ("F16" if 1 <= scale < 65_505 else "F32")
    assert {*kept.values()} == {"F16"}


@pytest.mark.parametrize("value", [float("nan"), 1e39])
def test_what_could_not_be_read_is_not_written(path, translator, value):
    """The file that was there stays, alone."""
    before = path.read_bytes()
    model = translator.model.double()
    with torch.no_grad():
        model.decoder.bias[3] = value
    with refused(rf"cannot write {path}: {BIAS} holds (nan|inf)"):
        pretrained.write(path, model, translator.tokenizer)
    with refused("a model of text has a tokenizer"):
        pretrained.write(path, model.float())
    assert path.read_bytes() == before
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("special", ["/dev/zero", "fifo", "large"])
def test_only_regular_files_of_some_size_are_opened(
    tmp_path, monkeypatch, special
):
    """A pipe without a writer would never answer."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "large").write_bytes(b"12345678")
    monkeypatch.setattr(pretrained, "LARGEST", 7)
    with refused("regular file|8 bytes: at most 7"):
        pretrained.read(tmp_path / special)


def test_the_same_model_gives_the_same_bytes(path, translator):
    first = path.read_bytes()
    for _ in range(6):
        pretrained.write(path, translator.model, translator.tokenizer)
        assert path.read_bytes() == first


def test_names_and_load_find_what_lies_in_the_folder(
    tmp_path, monkeypatch, translator
):
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    assert pretrained.names() == []
    with refused("unknown model: 'b'; there are none"):
        pretrained.load("b")
    for name in ("b", "a"):
        path = tmp_path / "weights" / f"{name}.safetensors"
        pretrained.write(path, translator.model, translator.tokenizer)
    assert pretrained.names() == ["a", "b"]
    assert pretrained.load("a").model.config == translator.model.config
    with refused("unknown model: 'c'; there are a, b"):
        pretrained.load("c")


# What is shipped


def test_a_shipped_file_is_the_one_that_was_shipped(
    tmp_path, monkeypatch, translator
):
    """Not with another number of heads, nor with one bit of a weight turned;
    who writes a file there ships it.
    """
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    (tmp_path / pretrained.SUMS).write_text(f"{'0' * 64}  other.safetensors\n")
    path = tmp_path / "a.safetensors"
    pretrained.write(path, translator.model, translator.tokenizer)
    assert pretrained.load("a").model.config == translator.model.config
    content = bytearray(path.read_bytes())
    content[-7] ^= 1
    path.write_bytes(content)
    pretrained.read(path)
    with refused("is not the file that came with the package"):
        pretrained.load("a")


def test_every_shipped_file_is_in_the_list():
    lines = pretrained.FOLDER.joinpath(pretrained.SUMS).read_text("utf-8")
    names = [line.split()[1] for line in lines.splitlines()]
    known = [f"{name}.safetensors" for name in pretrained.names()]
    assert names == sorted(known)
    for name in pretrained.names():
        pretrained.check_shipped(pretrained.FOLDER / f"{name}.safetensors")


@pytest.mark.parametrize(
    "name", [x for x in pretrained.names() if not x.startswith("order-")]
)
def test_a_shipped_model_is_small_and_measured_as_it_is(name):
    size = (pretrained.FOLDER / f"{name}.safetensors").stat().st_size
    model = pretrained.load(name).model
    measured, kind = measured_as(name)
    assert measured.value(f"{kind}bytes") == size <= 6_000_000
    parameters = sum(p.numel() for p in model.parameters())
    assert measured.value(f"{kind}parameters") == parameters


@pytest.mark.parametrize(
    "name",
    ["lm-captions", "vit-digits-1", "caption-scenes-none", "order-back-shaw"],
)
def test_a_shipped_model_written_again_has_the_same_weights(path, name):
    """Formats differ in metadata alone."""
    loaded = pretrained.load(name)
    model = getattr(loaded, "model", loaded)
    pretrained.write(path, model, getattr(loaded, "tokenizer", None))
    shipped = load_file(pretrained.FOLDER / f"{name}.safetensors")
    for key, weight in load_file(path).items():
        assert weight.dtype == torch.float16
        assert torch.equal(weight, shipped.pop(key)), key
    assert not shipped


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_translator_speaks_french(name):
    sentences = ["A black dog runs on the grass.", "Two men are talking."]
    one, other = pretrained.load(name).translate(sentences)
    assert "chien" in one
    assert "deux hommes" in other


@real_data
@pytest.mark.parametrize("name", SHIPPED)
def test_stored_translations_have_the_stored_bleu_and_are_the_models_own(name):
    """BLEU of all 1,000; a dozen is translated again (a beam may turn on the
    last digit: one may differ).
    """
    result = results.load(name)
    pairs = translation.load("multi30k", "en-fr", "test")
    sources, references = zip(*pairs, strict=True)
    hypotheses = result.samples["hypotheses"]
    score, signature = bleu(hypotheses, references)
    assert score == pytest.approx(result.value("bleu"), rel=1e-5)
    assert signature == result.value("signature")
    beam = result.recipe["beam"]
    again = pretrained.load(name).translate(sources[:12], beam=beam)
    same = [a == b for a, b in zip(again, hypotheses, strict=False)]
    assert sum(same) >= 11
