"""GPT-2: the causal language model of chapter 10 with the parts of a public
one, whose weights it takes from the package `transformers`. Built in
chapter 10.

Source: Radford et al. 2019, section 2.3; Radford et al. 2018, section 4.1, for
the parts that stayed.
"""

import re
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import blocks, positions
from attnbook.models import language_model
from attnbook.models.loading import adjust, with_weights

FIELDS = ("vocab_size", "n_embd", "n_head", "n_layer", "n_positions")
"""Sizes that their configuration must have."""
ONLY = {
    "activation_function": "gelu_new",
    "n_inner": None,
    "scale_attn_weights": True,
    "scale_attn_by_inverse_layer_idx": False,
    "tie_word_embeddings": True,
}
"""Choices that we have not."""
NAMES = (
    (r"^transformer\.", ""),
    (r"^wte\.", "embedding."),
    (r"^wpe\.weight$", "positions.table"),
    (r"^ln_f\.", "encoder.last."),
    (r"^h\.", "encoder.blocks."),
    (r"\.ln_1\.", ".own.norm."),
    (r"\.ln_2\.", ".feed_forward.norm."),
    (r"\.attn\.c_proj\.", ".own.layer.out."),
    (r"\.mlp\.c_fc\.", ".feed_forward.layer.wide."),
    (r"\.mlp\.c_proj\.", ".feed_forward.layer.narrow."),
)
"""Patterns of their names, and ours, one after the other."""
LEFT_OUT = r"\.attn\.(masked_)?bias$|^lm_head\.weight$"
"""Masks in old files, and the table of embeddings once more."""


class GPT2(language_model.LanguageModel):
    """A causal language model with GELU, approximated by tanh, and learned
    positions; without a bias of the output or a scale of the embeddings. Raises
    ValueError for a configuration with other layers or positions.
    """

    def __init__(self, config: language_model.Config, epsilon: float):
        if (config.feed_forward, config.positions) != ("gelu", "learned"):
            raise ValueError(f"GPT-2 has GELU and learned positions: {config}")
        super().__init__(config)
        self.register_parameter("bias", None)
        adjust(self, nn.LayerNorm, eps=epsilon)
        adjust(self, blocks.GELU, approximate="tanh")

    def _embed(self, tokens: Tensor, begin: positions.Start = 0) -> Tensor:
        return self.positions(self.embedding(tokens), begin)

    @classmethod
    def from_huggingface(cls, config: Any, state: dict[str, Tensor]) -> "GPT2":
        """The model that `GPT2LMHeadModel` of the package `transformers` is
        with this configuration (an object or a mapping of its fields) and
        state; its last token stands for padding.

        Raises ValueError for what this model has not, and for weights that do
        not fit.
        """
        their = config if isinstance(config, dict) else config.to_dict()
        for name, value in ONLY.items():
            if their.get(name, value) != value:
                raise ValueError(f"{name} must be {value}: {their[name]}")
        if missing := [name for name in FIELDS if name not in their]:
            raise ValueError(f"no GPT-2: {', '.join(missing)} missing")
        N, D, heads, layers, context = (their[name] for name in FIELDS)
        sizes = language_model.Config(
            N,
            D,
            heads,
            4 * D,
            layers,
            pad=N - 1,
            feed_forward="gelu",
            positions="learned",
            context=context,
        )
        epsilon = their.get("layer_norm_epsilon", 1e-5)
        check_left_out(state)
        return with_weights(lambda: cls(sizes, epsilon), renamed(state)).eval()


def check_left_out(state: Mapping[str, Tensor]) -> None:
    """Raises ValueError for weights that are left out, and say something else
    than what stands in their place.
    """
    tables = [w for name, w in state.items() if name.endswith("wte.weight")]
    for name, weight in state.items():
        same = (torch.equal(weight, table) for table in tables)
        if name == "lm_head.weight" and not all(same):
            raise ValueError("lm_head.weight must be the table of embeddings")
        if name.endswith(".attn.bias"):
            rows = weight.bool()[0, 0]
            if not torch.equal(rows, torch.ones_like(rows).tril()):
                raise ValueError(f"{name} must be a causal mask")


def renamed(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Their weights under our names. They keep the matrices of layers
    transposed, and those of query, key and value side by side.
    """
    found = {}
    for name, weight in state.items():
        if re.search(LEFT_OUT, name):
            continue
        for theirs, ours in NAMES:
            name = re.sub(theirs, ours, name)
        inside = name.startswith("encoder.") and weight.dim() == 2
        weight = weight.T if inside else weight
        if ".attn.c_attn." not in name:
            found[name] = weight
            continue
        parts = zip(("query", "key", "value"), weight.chunk(3), strict=True)
        for part, own in parts:
            found[name.replace("attn.c_attn", f"own.layer.{part}")] = own
    return found
