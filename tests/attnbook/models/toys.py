"""The equations of the recurrent models, read aloud with `spec`'s loops; models
to compare with.
"""

from collections.abc import Callable, Sequence

import torch
import transformers
from torch import Tensor

from attnbook.models.decoder import Decoder
from attncourse import spec


def real(tokens: Tensor, pad: int = 0) -> Tensor:
    """A row of tokens without its padding."""
    return tokens[tokens != pad]


def cell_of(kind: str, parameters: dict, suffix: str = "") -> Callable:
    """The step of the spec with these parameters; states are pairs for both
    kinds, to be alike.
    """
    gates = spec.Gates(
        *(
            parameters[name + suffix]
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
    )
    if kind == "lstm":
        return lambda x, state: spec.lstm(x, state, gates)
    return lambda x, state: (spec.gru(x, state[0], gates), None)


def linear(layer: torch.nn.Linear, x: Tensor) -> Tensor:
    """W x + b."""
    return spec.times(layer.weight, x) + layer.bias


def score_of(name: str, score: torch.nn.Module) -> Callable:
    """The score of the spec with the parameters of this one."""
    return {
        "additive": lambda q, k: spec.additive(
            q, k, score.query.weight, score.key.weight, score.out.weight[0]
        ),
        "dot": spec.dot,
        "general": lambda q, k: spec.general(q, k, score.key.weight),
        "linear": lambda q, k: spec.linear(
            q, k, score.query.weight[0], score.key.weight[0]
        ),
    }[name]


def decoded(
    decoder: Decoder,
    memory: Tensor,
    last: Tensor,
    target: Sequence[int] | Tensor,
    *,
    attention: str = "additive",
    cell: str = "gru",
) -> tuple[Tensor, Tensor]:
    """Logits "T N" and weights "T S" of one target without padding, from a
    memory "S M" and what starts the decoder; without attention the weights
    are 0.
    """
    step = cell_of(cell, dict(decoder.cell.named_parameters()))
    start = torch.tanh(linear(decoder.start_state, last))
    state, logits, weights = (start, torch.zeros_like(start)), [], []

    def context(s: Tensor) -> tuple[Tensor, Tensor]:
        if attention == "none":
            return last, last.new_zeros(len(memory))
        return spec.context(s, memory, score_of(attention, decoder.score))

    for token in target:
        y = decoder.embedding.weight[token]
        if decoder.attend_first:
            c, a = context(state[0])
            state = step(torch.cat((y, c)), state)
        else:
            state = step(y, state)
            c, a = context(state[0])
        out = linear(decoder.readout, torch.cat((state[0], c, y)))
        logits.append(
            spec.times(decoder.embedding.weight, torch.tanh(out)) + decoder.bias
        )
        weights.append(a)
    return torch.stack(logits), torch.stack(weights)


def published_vit(**sizes) -> transformers.ViTForImageClassification:
    """A small model of the package `transformers` with random weights."""
    sizes = {"num_hidden_layers": 1, "image_size": 8} | sizes
    config = transformers.ViTConfig(
        hidden_size=16,
        num_attention_heads=2,
        intermediate_size=24,
        patch_size=4,
        id2label={0: "cat", 1: "dog", 2: "bird"},
        **sizes,
    )
    model = transformers.ViTForImageClassification(config).eval()
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_(std=0.4, generator=generator)
    return model
