"""Llama: the causal language model of chapter 10 with all that changed since
2017, and a public format that many models are stored in. Built in chapter 10.

Source: Touvron et al. 2023, section 2.2; Grattafiori et al. 2024, section 3.2,
for groups of heads and for the frequencies of longer texts.
"""

import math
import re
from collections.abc import Mapping
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook import positions
from attnbook.models import language_model
from attnbook.models.loading import adjust, with_weights

FIELDS = {
    "vocabulary": "vocab_size",
    "width": "hidden_size",
    "heads": "num_attention_heads",
    "hidden": "intermediate_size",
    "layers": "num_hidden_layers",
}
"""Our sizes, and theirs, which their configuration must have."""
ONLY = {
    "model_type": "llama",
    "hidden_act": "silu",
    "attention_bias": False,
    "mlp_bias": False,
}
"""Choices that we have not otherwise."""
NAMES = (
    (r"^model\.", ""),
    (r"^lm_head\.", "output."),
    (r"^embed_tokens\.", "embedding."),
    (r"^norm\.", "encoder.last."),
    (r"^layers\.", "encoder.blocks."),
    (r"\.input_layernorm\.", ".own.norm."),
    (r"\.post_attention_layernorm\.", ".feed_forward.norm."),
    (r"\.self_attn\.q_proj\.", ".own.layer.query."),
    (r"\.self_attn\.k_proj\.", ".own.layer.key."),
    (r"\.self_attn\.v_proj\.", ".own.layer.value."),
    (r"\.self_attn\.o_proj\.", ".own.layer.out."),
    (r"\.mlp\.gate_proj\.", ".feed_forward.layer.gate."),
    (r"\.mlp\.up_proj\.", ".feed_forward.layer.wide."),
    (r"\.mlp\.down_proj\.", ".feed_forward.layer.narrow."),
)
"""Patterns of their names, and ours, one after the other."""
LEFT_OUT = r"rotary_emb\.inv_freq$"
"""The frequencies, in old files."""


class Llama(language_model.LanguageModel):
    """A causal language model whose embeddings are not scaled, with an output
    table of its own unless that is `tied` to the embeddings.
    """

    def __init__(
        self,
        config: language_model.Config,
        omega: Float[Tensor, " _"],
        epsilon: float,
        tied: bool,
    ):
        super().__init__(config)
        self.output = (
            None
            if tied
            else nn.Linear(config.width, config.vocabulary, bias=False)
        )
        adjust(self, nn.RMSNorm, eps=epsilon)
        adjust(self, positions.Rotary, omega=omega)

    def logits(self, features: Float[Tensor, "*_ D"]) -> Float[Tensor, "*_ N"]:
        """A score for every token."""
        return (self.output or super().logits)(features)

    def _embed(self, tokens: Tensor, begin: positions.Start = 0) -> Tensor:
        return self.embedding(tokens)

    @classmethod
    def from_huggingface(
        cls, config: Any, state: Mapping[str, Tensor]
    ) -> "Llama":
        """The model that `LlamaForCausalLM` of the package `transformers` is
        with this configuration (an object or a mapping of its fields) and
        state; its last token stands for padding.

        Raises ValueError, with its name, for what this model has not, and for
        weights that do not fit.
        """
        their = config if isinstance(config, dict) else config.to_dict()
        missing = [name for name in FIELDS.values() if name not in their]
        if missing:
            raise ValueError(f"no Llama: {', '.join(missing)} missing")
        sizes = {ours: their[theirs] for ours, theirs in FIELDS.items()}
        key_heads = their.get("num_key_value_heads") or sizes["heads"]
        made = language_model.Config(
            **sizes,
            pad=sizes["vocabulary"] - 1,
            normalisation="rms",
            feed_forward="swiglu",
            positions="rotary",
            key_heads=key_heads,
            bias=False,
        )
        head = made.width // made.heads
        only = ONLY | {"head_dim": head}
        for name, value in only.items():
            if their.get(name, value) not in (value, None):
                raise ValueError(f"{name} must be {value}: {their[name]}")
        tied = bool(their.get("tie_word_embeddings", False))
        epsilon = their.get("rms_norm_eps", 1e-6)
        omega = frequencies(head, their)
        return with_weights(
            lambda: cls(made, omega, epsilon, tied),
            renamed(state, made, tied),
        ).eval()


def frequencies(width: int, their: Mapping[str, Any]) -> Float[Tensor, " _"]:
    """How fast each pair of features turns, as their configuration says: with
    other frequencies a model reads longer texts than it was trained on.

    "linear" turns all slower by a factor (Chen et al. 2023, equation 4);
    "llama3" only pairs that turn less than `high_freq_factor` times in the
    length of training, those in between in part (the code of Grattafiori et
    al. 2024). Raises ValueError for another kind.
    """
    said = their.get("rope_parameters") or their.get("rope_scaling") or {}
    base = said.get("rope_theta", their.get("rope_theta", 10_000.0))
    omega = positions.frequencies(width, base)
    kind = said.get("rope_type", said.get("type", "default"))
    if said.get("partial_rotary_factor", 1.0) != 1.0:
        raise ValueError(
            f"partial_rotary_factor must be 1: {said['partial_rotary_factor']}"
        )
    if kind == "default":
        return omega
    if kind == "linear":
        return omega / said["factor"]
    if kind != "llama3":
        raise ValueError(
            f"rope_type must be one of default, linear, llama3: {kind}"
        )
    low, high = said["low_freq_factor"], said["high_freq_factor"]
    turns = said["original_max_position_embeddings"] * omega / (2 * math.pi)
    kept = ((turns - low) / (high - low)).clamp(0, 1)
    return kept * omega + (1 - kept) * omega / said["factor"]


def renamed(
    state: Mapping[str, Tensor], config: language_model.Config, tied: bool
) -> dict[str, Tensor]:
    """Their weights under our names. Their pairs of features stand half a head
    apart, ours side by side. Raises ValueError for an output table that should
    be that of the embeddings and is not.
    """
    found = {}
    for name, weight in state.items():
        for theirs, ours in NAMES:
            name = re.sub(theirs, ours, name)
        if re.search(LEFT_OUT, name):
            continue
        if name.endswith(("query.weight", "key.weight")):
            weight = side_by_side(name, weight, config)
        found[name] = weight
    if tied and "output.weight" in found:
        output = found.pop("output.weight")
        if not torch.equal(output, found.get("embedding.weight", output[:0])):
            raise ValueError("lm_head.weight must be the table of embeddings")
    return found


def side_by_side(
    name: str, weight: Tensor, config: language_model.Config
) -> Tensor:
    """Rows of a matrix of queries or keys in our order. Raises ValueError for a
    number of rows that is not that of the heads.
    """
    heads = config.key_heads if ".key." in name else config.heads
    rows = heads * (config.width // config.heads)
    if weight.dim() != 2 or len(weight) != rows:
        raise ValueError(f"{name} must have {rows} rows: {tuple(weight.shape)}")
    halves = weight.unflatten(0, (heads, 2, -1))
    return halves.transpose(1, 2).flatten(0, 2)
