"""The widget of two translators: what the page gets."""

import re

import numpy as np

from attnbook import pretrained
from attnbook.data import translation
from attncourse.chapter1.live.translator import LiveTranslator
from attncourse.live import frontend
from tests.toys import real_data

MODELS = [("plain", "One <vector>", 3_000), ("looking", "Attention", 5_000)]
WEIGHTS = [[0.7, 0.3], [0.25, 0.75]]
PLAIN = {"text": "un", "source": ["a", "[stop]"], "target": ["un", "[stop]"]}
LOOKING = PLAIN | {"text": "le", "weights": WEIGHTS}
RECORDED = {"sentence": "a", "answers": [PLAIN, LOOKING]}
WAITING = {"sentence": "b", "answers": []}


def test_its_picture_says_both_translations():
    figure = LiveTranslator(MODELS, [RECORDED, WAITING])
    said = "read: a One <vector>: un Attention: le What attention reads"
    assert said in figure.still().alt
    figure.example = 1
    assert said in figure.still().alt


@real_data
def test_one_caption_of_a_hundred_is_unusual():
    """The limit of pieces in a word, above which the page says that a
    sentence is unlike the captions, as the front end counts them.
    """
    script = frontend.read("live/shared/remarks.js")
    limit = re.search(r"PIECES = ([\d.]+)", script)[1]
    tokens = pretrained.load("translate-en-fr-bahdanau").tokenizer
    captions, _ = zip(
        *translation.load("multi30k", "en-fr", "val"), strict=True
    )
    ratios = []
    for caption in captions:
        pieces = tokens.pieces(tokens.encode(caption))
        read = [piece for piece in pieces if re.match(r"\+?[a-z]", piece)]
        words = [piece for piece in read if not piece.startswith("+")]
        ratios.append(len(read) / len(words))
    assert 0.005 < np.mean([r > float(limit) for r in ratios]) < 0.015
