"""The figure of the Transformer: what the page gets, what the kernel says."""

import numpy as np
import pytest
import torch

from attnbook import pretrained
from attnbook.data import tokenizer
from attnbook.models import transformer
from attnbook.pretrained import translator as verbs
from attncourse.chapter7.live.transformer import (
    LAYERS,
    PARTS,
    LiveTransformer,
    traced,
)
from attncourse.chapter7.recipes import heads
from tests.attnbook.pretrained.toys import CORPUS
from tests.attncourse.live.toys import shown

MODELS = [("old", "Old", 3), ("looks", "Looks", 5), ("new", "New", 7)]
SIZES = {
    "vocabulary": 101,
    "width": 12,
    "heads": 3,
    "hidden": 17,
    "encoder_layers": 2,
    "decoder_layers": 2,
}
READ = {"source": ["a", "[stop]"], "target": ["un", "[stop]"]}
WEIGHTS = np.array([[0.70049, 0.29951], [0.25, 0.75]])
TEXT = {"text": "un"}
LAST = READ | {"text": "le", "weights": WEIGHTS, "tokens": [5, 2]}
RECORDED = {"sentence": "a", "answers": [TEXT, LAST | {"text": "la"}, LAST]}
WAITING = {"sentence": "b", "answers": []}


def figure(examples=(RECORDED, WAITING), answer=None, **traits):
    choices = {"sizes": SIZES | {"dropout": 0.1}} | traits
    return LiveTransformer(MODELS, examples, answer, **choices)


def test_the_page_gets_one_map_an_example_and_the_sizes():
    state = shown(figure())["state"]
    names = {"cached", "example", "examples", "languages", "models", "sizes"}
    assert set(state) == names
    assert state["sizes"] == SIZES
    assert [model["bytes"] for model in state["models"]] == [3, 5, 7]
    recorded, waiting = state["examples"]
    assert waiting == WAITING
    first, second, last = recorded["answers"]
    assert (first["text"], second["text"]) == ("un", "la")
    assert set(first) == set(second) == {"text", "weights"}
    rounded = [[0.7, 0.3], [0.25, 0.75]]
    later = {"maps": None, "shares": None}
    assert last == READ | later | {"text": "le", "weights": rounded}


def test_its_picture_says_all_translations():
    made = figure()
    said = "read: a Old: un Looks: la New: le What the Transformer reads"
    assert said in made.still().alt
    made.example = 1
    assert said in made.still().alt


def test_the_kernel_is_asked_with_the_heads_that_are_off():
    heard = []

    def answer(name, sentence, off):
        heard.append((name, sentence, off))
        if sentence == "odd":
            raise ValueError("an odd sentence")
        return LAST | {"maps": {"own": [[[[1.0]]]]}} if name == "new" else TEXT

    made = figure(answer=answer)
    off = [["own", 0, 2]]
    asked = {"number": 3, "sentence": "two", "off": off}
    made.set_state({"request": asked})
    assert heard == [(name, "two", off) for name, _, _ in MODELS]
    assert made.reply["answers"][2]["maps"] == {"own": [[[[1.0]]]]}
    made.set_state({"request": {"number": 4, "sentence": "odd"}})
    assert made.reply == {"number": 4, "error": "an odd sentence"}


@pytest.fixture
def translator(monkeypatch):
    """A small model with random weights, which hardly ever stops by itself."""
    monkeypatch.setattr(verbs, "LIMIT", 13)
    tokens = tokenizer.train(CORPUS, 60)
    generator = torch.Generator().manual_seed(3)
    config = transformer.Config(**SIZES | {"vocabulary": len(tokens)})
    model = transformer.build(config, generator).eval()
    return pretrained.Translator(model, tokens)


@pytest.mark.parametrize("part", PARTS)
def test_a_trace_without_a_head_is_that_of_the_model_without_it(
    translator, part
):
    """And the model is whole again afterwards."""
    sentence = "two black cats sleep ."
    whole = traced(translator, sentence)
    (layer, head), model = (0, 2), translator.model
    found = traced(translator, sentence, [(part, layer, head)])
    chosen = heads.attention_layers(model)[part][layer]
    with heads.removed(chosen, head):
        wanted = traced(translator, sentence)
    assert found["tokens"] == wanted["tokens"]
    assert found["maps"] == wanted["maps"] != whole["maps"]
    assert traced(translator, sentence)["maps"] == whole["maps"]


def test_its_shares_are_those_of_what_is_added(translator):
    """The stream of the encoder, layer by layer, and whole again at last."""
    sentence = "two black cats sleep ."
    found, model = traced(translator, sentence), translator.model
    assert set(found["shares"]) == set(LAYERS)
    x = model.states(torch.tensor([translator.tokenizer.encode(sentence)]))[0]
    for k, block in enumerate(model.encoder.blocks):
        for part, layer in (
            ("encoder", block.own),
            ("encoder_network", block.feed_forward),
        ):
            after = layer(x)
            share = ((after - x).norm(dim=-1) / after.norm(dim=-1))[0]
            assert found["shares"][part][k] == pytest.approx(
                share.tolist(), abs=6e-4
            )
            x = after
    words = {len(row) for row in found["shares"]["cross"]}
    assert words == {len(found["target"])}


@pytest.mark.parametrize("part", LAYERS)
def test_a_layer_that_is_off_adds_nothing(translator, part):
    """As with the weights of its last matrix at zero; its share stays."""
    sentence = "two black cats sleep ."
    whole = traced(translator, sentence)
    found = traced(translator, sentence, [(part, 0)])
    model = translator.model
    stack, name = LAYERS[part]
    layer = getattr(getattr(model, stack).blocks[0], name).layer
    last = layer.narrow if name == "feed_forward" else layer.out
    kept = [p.data.clone() for p in last.parameters()]
    for p in last.parameters():
        p.data.zero_()
    wanted = traced(translator, sentence)
    for p, before in zip(last.parameters(), kept, strict=True):
        p.data = before
    assert found["tokens"] == wanted["tokens"]
    assert found["maps"] == wanted["maps"] != whole["maps"]
    assert max(found["shares"][part][0]) > 0 == max(wanted["shares"][part][0])
    assert traced(translator, sentence)["shares"] == whole["shares"]


def test_its_maps_are_those_of_all_heads(translator):
    found = traced(translator, "two black cats sleep .")
    S, T = len(found["source"]), len(found["target"])
    shapes = {"encoder": (S, S), "own": (T, T), "cross": (T, S)}
    for part, shape in shapes.items():
        assert np.shape(found["maps"][part]) == (2, 3, *shape)
    mean = np.mean(found["maps"]["cross"][0], 0)
    assert np.abs(mean - found["weights"].numpy()).max() < 1e-3
