"""Attention and Transformers: an executable course.

The names that a user reaches for stand here, each the object of its module,
which is imported when the name is used: `import attnbook` alone does not wait
for PyTorch. `book/library.md` shows them in use.
"""

from importlib import import_module

TYPE_CHECKING = False  # as checkers know it: `typing` alone takes 10 ms
if TYPE_CHECKING:  # what checkers and editors read; `_HOMES` says the same
    from attnbook.attention import attend
    from attnbook.attention import weights as attention_weights
    from attnbook.blocks import DecoderBlock, EncoderBlock, FeedForward
    from attnbook.cache import Cache
    from attnbook.data.labelled import Labelled
    from attnbook.data.tokenizer import PAD, START, STOP, Tokenizer
    from attnbook.data.tokenizer import train as train_tokenizer
    from attnbook.decode import beam as beam_search
    from attnbook.decode import greedy, sample
    from attnbook.heads import MultiHead
    from attnbook.masks import causal as causal_mask
    from attnbook.masks import padding as padding_mask
    from attnbook.metrics.bleu import bleu
    from attnbook.models import build
    from attnbook.models.gpt2 import GPT2
    from attnbook.models.language_model import LanguageModel
    from attnbook.models.llama import Llama
    from attnbook.models.seq2seq import Seq2Seq
    from attnbook.models.transformer import Transformer
    from attnbook.models.vit import ViT
    from attnbook.patches import patchify
    from attnbook.positions import Alibi, Rotary, Sinusoidal
    from attnbook.positions import Learned as LearnedPositions
    from attnbook.pretrained import load
    from attnbook.pretrained import names as model_names
    from attnbook.pretrained import read as read_model
    from attnbook.pretrained import write as write_model
    from attnbook.train.images import accuracy
    from attnbook.train.images import fit as fit_images
    from attnbook.train.loop import fit
    from attnbook.train.sequences import fit as fit_tokens
    from attnbook.train.sequences import fit_pairs as fit_sentences
    from attnbook.train.sequences import next_loss
    from attnbook.train.settings import Settings

__all__ = [
    "attend",
    "attention_weights",
    "causal_mask",
    "padding_mask",
    "MultiHead",
    "Cache",
]
__all__ += ["Sinusoidal", "LearnedPositions", "Rotary", "Alibi"]
__all__ += ["FeedForward", "EncoderBlock", "DecoderBlock", "patchify"]
__all__ += ["build", "Seq2Seq", "Transformer", "LanguageModel", "GPT2"]
__all__ += ["Llama", "ViT"]
__all__ += [
    "Settings",
    "fit",
    "fit_tokens",
    "fit_sentences",
    "fit_images",
    "next_loss",
]
__all__ += ["PAD", "START", "STOP", "Tokenizer", "train_tokenizer", "Labelled"]
__all__ += ["greedy", "sample", "beam_search"]
__all__ += ["load", "model_names", "read_model", "write_model"]
__all__ += ["accuracy", "bleu"]

_MODULES = {
    "attention": "attend, weights as attention_weights",
    "masks": "causal as causal_mask, padding as padding_mask",
    "heads": "MultiHead",
    "cache": "Cache",
    "positions": "Sinusoidal, Learned as LearnedPositions, Rotary, Alibi",
    "blocks": "FeedForward, EncoderBlock, DecoderBlock",
    "patches": "patchify",
    "models": "build",
    "models.seq2seq": "Seq2Seq",
    "models.transformer": "Transformer",
    "models.language_model": "LanguageModel",
    "models.gpt2": "GPT2",
    "models.llama": "Llama",
    "models.vit": "ViT",
    "train.settings": "Settings",
    "train.loop": "fit",
    "train.sequences": "fit as fit_tokens, fit_pairs as fit_sentences, "
    "next_loss",
    "train.images": "fit as fit_images, accuracy",
    "data.tokenizer": "PAD, START, STOP, Tokenizer, train as train_tokenizer",
    "data.labelled": "Labelled",
    "decode": "greedy, sample, beam as beam_search",
    "pretrained": "load, names as model_names, read as read_model, "
    "write as write_model",
    "metrics.bleu": "bleu",
}
"""What comes from each module, as an import says it."""
_HOMES = {
    one.split()[-1]: f"{module}.{one.split()[0]}"
    for module, names in _MODULES.items()
    for one in names.split(", ")
}
"""Each name, and where it stands."""


def __getattr__(name: str) -> object:
    """The object, or the module, of this name (PEP 562)."""
    if name in _HOMES:
        module, _, own = _HOMES[name].rpartition(".")
        found = getattr(import_module(f"{__name__}.{module}"), own)
        globals()[name] = found
        return found
    from pkgutil import iter_modules

    modules = [module.name for module in iter_modules(__path__)]
    if name in modules:
        return import_module(f"{__name__}.{name}")
    from difflib import get_close_matches

    close = get_close_matches(name, [*__all__, *modules], cutoff=0.5)
    advice = f"; near it are {', '.join(close)}" if close else ""
    raise AttributeError(
        f"module {__name__!r} has no attribute {name!r}{advice}"
    )


def __dir__() -> list[str]:
    return sorted(__all__)
