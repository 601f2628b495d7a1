"""What the package `transformers` calls the parts of a Vision Transformer, in
its files and since its version 5 in memory. Built in chapter 9.
"""

import re
from collections.abc import Mapping
from typing import Any

from torch import Tensor

FIELDS = {
    "side": "image_size",
    "patch": "patch_size",
    "channels": "num_channels",
    "width": "hidden_size",
    "heads": "num_attention_heads",
    "hidden": "intermediate_size",
    "layers": "num_hidden_layers",
    "epsilon": "layer_norm_eps",
}
"""Our fields of a configuration, and theirs."""

ONLY = {
    "hidden_act": ("gelu", "gelu_python"),
    "qkv_bias": (True,),
    "problem_type": (None, "single_label_classification"),
}
"""All the choices that we have; of several labels an image may have, say, each
would need a sigmoid.
"""
LEFT_OUT = r"^pooler\."
"""The layer of another task, which a classifier does not use."""

NAMES = (
    (r"^vit\.", ""),
    (r"^(encoder\.layer|layers)\.(\d+)\.", r"blocks.\2."),
    (r"attention\.(attention\.query|q_proj)\.", "own.layer.query."),
    (r"attention\.(attention\.key|k_proj)\.", "own.layer.key."),
    (r"attention\.(attention\.value|v_proj)\.", "own.layer.value."),
    (r"attention\.(output\.dense|o_proj)\.", "own.layer.out."),
    (r"layernorm_before\.", "own.norm."),
    (r"layernorm_after\.", "feed_forward.norm."),
    (r"(intermediate\.dense|mlp\.fc1)\.", "feed_forward.layer.wide."),
    (r"(?<!layer\.)(output\.dense|mlp\.fc2)\.", "feed_forward.layer.narrow."),
    (r"^embeddings\.patch_embeddings\.projection\.", "patches.embed."),
    (r"^embeddings\.cls_token$", "token"),
    (r"^embeddings\.position_embeddings$", "positions.table"),
    (r"^layernorm\.", "norm."),
    (r"^classifier\.", "head."),
)
"""Patterns of their names, and ours, one after the other."""


def sizes(
    fields: Mapping[str, Any], state: Mapping[str, Tensor]
) -> dict[str, Any]:
    """The fields of our configuration; the number of classes is that of the
    weights. Raises ValueError for a choice that we have not, and for a field or
    weights that are missing.
    """
    for name, values in ONLY.items():
        if fields.get(name, values[0]) not in values:
            raise ValueError(f"{name} must be {values[-1]}: {fields[name]}")
    missing = [name for name in FIELDS.values() if name not in fields]
    missing += ["classifier.bias"] if "head.bias" not in state else []
    if missing:
        raise ValueError(f"no ViT for images: {', '.join(missing)} missing")
    found = {ours: fields[theirs] for ours, theirs in FIELDS.items()}
    for name in ("side", "patch"):
        found[name] = square(FIELDS[name], found[name])
    return found | {"classes": len(state["head.bias"])}


def square(name: str, size: Any) -> Any:
    """The side of a square whose sides are both given: in a list or, in later
    files, by their names. Raises ValueError for sides that differ, and for
    other names.
    """
    if isinstance(size, Mapping):
        if not size.keys() >= {"height", "width"}:
            raise ValueError(f"height and width are needed: {name}={size}")
        size = [size["height"], size["width"]]
    if not isinstance(size, (list, tuple)):
        return size
    if len(size) != 2 or size[0] != size[1]:
        raise ValueError(f"a ViT for square images only: {name}={[*size]}")
    return size[0]


def renamed(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Their weights under our names, in our shapes: filters as the rows of a
    matrix, the class token as a vector, the positions as a table.
    """
    found = {}
    for name, weight in state.items():
        for theirs, ours in NAMES:
            name = re.sub(theirs, ours, name)
        if not re.search(LEFT_OUT, name):
            found[name] = weight
    shapes = {
        "patches.embed.weight": lambda w: w.flatten(1),
        "token": lambda w: w.flatten(),
        "positions.table": lambda w: w.flatten(0, 1),
    }
    for name, shaped in shapes.items():
        if name in found:
            found[name] = shaped(found[name])
    return found
