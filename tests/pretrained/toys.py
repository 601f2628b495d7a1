"""A translator with random weights and four sentences that it knows the letters
of.
"""

import torch

from attnbook import pretrained
from attnbook.data import tokenizer
from attnbook.models import seq2seq

CORPUS = [
    "a dog runs on the grass .",
    "un chien court dans l'herbe .",
    "two cats sleep .",
    "deux chats dorment .",
]


def build(attention: str = "additive") -> pretrained.Translator:
    """A small translator, its output bias random so that it says something."""
    words = tokenizer.train(CORPUS, 71)
    config = seq2seq.Config(
        len(words), 7, 11, 13, attention=attention, dropout=0.5
    )
    model = seq2seq.build(config, torch.Generator().manual_seed(1))
    with torch.no_grad():
        model.decoder.bias.normal_(generator=torch.Generator().manual_seed(2))
    return pretrained.Translator(model.eval(), words)
