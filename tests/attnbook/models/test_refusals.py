"""What no model takes: sizes that do not fit each other, tokens that it does
not have, a source without its target.
"""

from dataclasses import replace

import pytest
import torch

from attnbook.models import (
    captioner,
    convnet,
    decoder,
    language_model,
    seq2seq,
    tagger,
    transformer,
    vit,
)
from tests.toys import refused

N = 17
SMALL = {
    captioner: captioner.Config(N, side=8, channels=(2, 3, 5)),
    convnet: convnet.Config(8, 2, 5, (3, 4), (0,)),
    language_model: language_model.Config(N, 8, 2, hidden=11, layers=3),
    seq2seq: seq2seq.Config(N, width=3, encoder=5, decoder=7),
    tagger: tagger.Config(N, 5, width=8, heads=2),
    transformer: transformer.Config(N, 8, 2, hidden=11),
    vit: vit.Config(6, 2, width=8, heads=2, hidden=11, layers=3),
}
TOKENS = torch.tensor([[4, 9, 2], [8, 2, 0], [16, 3, 2]])


def built(home) -> torch.nn.Module:
    return home.build(SMALL[home], torch.Generator().manual_seed(1))


@pytest.mark.parametrize(
    "home, wrong, says",
    [
        (captioner, {"channels": (2, 0)}, r"channels\[1\] must be at least 1"),
        (captioner, {"side": 6}, "side must be a multiple of 4.*: side=6"),
        (captioner, {"pad": N}, r"pad must lie in 0 \.\. 16: pad=17"),
        (convnet, {"widths": ()}, "layers=0"),
        (convnet, {"halved": (2,)}, r"layers 0 \.\. 1: halved=\(2,\)"),
        (convnet, {"side": 7}, "multiple of 2: side=7"),
        (language_model, {"layers": 0}, "layers must be at least 1: layers=0"),
        (language_model, {"pad": N}, r"pad must lie in 0 \.\. 16: pad=17"),
        (seq2seq, {"cell": "rnn"}, "cell must be one of gru, lstm: cell='rnn'"),
        (seq2seq, {"attention": "a"}, "one of none, dot, .*: attention='a'"),
        (seq2seq, {"wiring": "a"}, "one of bahdanau, luong: wiring='a'"),
        (seq2seq, {"width": 0}, "width must be at least 1: width=0"),
        (seq2seq, {"dropout": 1.5}, r"dropout must lie in 0 \.\. 1"),
        (seq2seq, {"pad": N}, r"pad must lie in 0 \.\. 16: pad=17"),
        (transformer, {"decoder_layers": 0}, "at least 1: decoder_layers=0"),
        (transformer, {"pad": N}, r"pad must lie in 0 \.\. 16: pad=17"),
        (transformer, {"heads": 3}, "must divide width: width=8, heads=3"),
        (transformer, {"width": 7, "heads": 1}, "width.*7"),
        (transformer, {"norm": "middle"}, "one of pre, post: norm='middle'"),
        (transformer, {"normalisation": "group"}, "normalisation='group'"),
        (vit, {"patch": 4}, "side=6, patch=4"),
        (vit, {"patch": 3, "stem": "convolutions"}, "power of 2: patch=3"),
        (vit, {"heads": 3}, "must divide width: width=8, heads=3"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(home, wrong, says):
    """What a field alone may not be is held in `test_fields`."""
    with refused(says):
        home.build(replace(SMALL[home], **wrong))


@pytest.mark.parametrize("home", [seq2seq, transformer])
def test_tokens_out_of_range_are_named_on_both_sides(home):
    model, right = built(home), TOKENS[:1]
    for wrong, ends in ((-1, "lowest=-1, highest=4"), (N, "highest=17")):
        tokens = torch.tensor([[4, wrong, 2]])
        for pair in ((tokens, right), (right, tokens)):
            with refused(rf"tokens must lie in 0 \.\. 16: .*{ends}$"):
                model(*pair)
    with refused("one target for each source is needed: 3 and 2"):
        model(TOKENS, TOKENS[:2])
    decoder.check_range(TOKENS[:0], N)  # no token is out of range


def test_a_caption_is_of_known_tokens_and_of_an_image_of_one_shape():
    model, images = built(captioner), torch.rand(3, 3, 8, 8)
    with refused("one target for each source is needed: 2 and 3"):
        model(images[:2], TOKENS)
    with refused("lowest=0, highest=17"):
        model(images, TOKENS.where(TOKENS != 16, N))
    for shape in ((3, 8, 8), (3, 1, 8, 8), (3, 3, 8, 7)):
        with refused(r"images must be \(B, 3, 8, 8\): shape="):
            model(torch.zeros(shape), TOKENS)


def test_a_language_model_writes_on_from_known_tokens_if_it_is_causal():
    model, wrong = built(language_model), torch.tensor([[4, N]])
    for call in (model, model.start):
        with refused("highest=17"):
            call(wrong)
    with refused("has no padding: row 1 has some"):
        model.start(TOKENS)
    both = replace(SMALL[language_model], causal=False)
    with refused("only a causal model writes on: causal=False"):
        language_model.build(both).start(TOKENS)
