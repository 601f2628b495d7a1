"""The figure of the Transformer: what the page gets."""

from attncourse.chapter7.live.transformer import LiveTransformer

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
WEIGHTS = [[0.7, 0.3], [0.25, 0.75]]
TEXT = {"text": "un"}
LAST = READ | {"text": "le", "weights": WEIGHTS}
RECORDED = {"sentence": "a", "answers": [TEXT, LAST | {"text": "la"}, LAST]}
WAITING = {"sentence": "b", "answers": []}


def figure():
    sizes = SIZES | {"dropout": 0.1}
    return LiveTransformer(MODELS, [RECORDED, WAITING], sizes)


def test_its_picture_says_all_translations():
    made = figure()
    said = "read: a Old: un Looks: la New: le What the Transformer reads"
    assert said in made.still().alt
    made.example = 1
    assert said in made.still().alt
