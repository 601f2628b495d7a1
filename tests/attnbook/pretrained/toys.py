"""A translator, a captioner and a language model with random weights, and four
sentences that they know the letters of.
"""

import torch

from attnbook import pretrained
from attnbook.data import tokenizer
from attnbook.models import captioner, language_model, seq2seq, transformer

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


def former() -> pretrained.Translator:
    """The same with a Transformer."""
    words = tokenizer.train(CORPUS, 71)
    config = transformer.Config(len(words), 8, 2, 11, 2, 1)
    model = transformer.build(config, torch.Generator().manual_seed(1))
    with torch.no_grad():
        model.bias.normal_(generator=torch.Generator().manual_seed(2))
    return pretrained.Translator(model.eval(), words)


def describer(attention: str = "additive") -> pretrained.Captioner:
    """A small captioner of images 8 pixels wide, whose grid is 4 by 4; its
    weights are large, so that images of noise are described differently.
    """
    words = tokenizer.train(CORPUS, 71)
    config = captioner.Config(
        len(words),
        side=8,
        channels=(3, 5),
        hidden=7,
        vector=11,
        width=13,
        units=17,
        attention=attention,
    )
    model = captioner.build(config, torch.Generator().manual_seed(1))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(3)
    return pretrained.Captioner(model.eval(), words)


def completer(causal: bool = True, extra: int = 0) -> pretrained.Completer:
    """A small language model, which has `extra` tokens more than its
    tokenizer.
    """
    words = tokenizer.train(CORPUS, 71)
    config = language_model.Config(len(words) + extra, 8, 2, 11, 2, causal)
    model = language_model.build(config, torch.Generator().manual_seed(1))
    with torch.no_grad():
        model.bias.normal_(generator=torch.Generator().manual_seed(2))
    return pretrained.Completer(model.eval(), words)
