"""What PyTorch calls the parts of a Transformer, `nn.Transformer`. Built in
chapter 7.
"""

from typing import Any

from torch import nn

from attnbook.heads import MultiHead


def sizes(stacks: nn.Transformer) -> dict[str, Any]:
    """The fields of a `transformer.Config` that PyTorch's stacks decide. Raises
    ValueError for what our blocks have not.
    """
    parts: list[Any] = [stacks.encoder, stacks.decoder]
    kinds = [
        (type(part).__name__, type(getattr(part, "norm", None)).__name__)
        for part in parts
    ]
    own = "TransformerEncoder", "TransformerDecoder"
    if kinds != [(name, "LayerNorm") for name in own]:
        raise ValueError(f"not PyTorch's own encoder and decoder: {kinds}")
    layers = [layer for part in parts for layer in part.layers]
    norms = [x for x in stacks.modules() if isinstance(x, nn.LayerNorm)]
    acts = {layer.activation for layer in layers}
    # what all must have in common; of the last three, with ours
    found: dict[str, set[Any]] = {
        "width": {layer.linear1.in_features for layer in layers},
        "heads": {layer.self_attn.num_heads for layer in layers},
        "hidden": {layer.linear1.out_features for layer in layers},
        "norm": {"pre" if layer.norm_first else "post" for layer in layers},
        "dropout": {layer.dropout1.p for layer in layers},
        "activation": {"relu"}
        | {getattr(x, "__name__", type(x).__name__).lower() for x in acts},
        "bias": {True} | {x.bias is not None for x in norms},
        "eps": {1e-5} | {x.eps for x in norms},
    }
    for name, values in found.items():
        if len(values) != 1:
            raise ValueError(
                f"all layers must agree, with ours, in {name}: {values}"
            )
    fields = {name: found[name].pop() for name in list(found)[:5]}
    for name in ("encoder", "decoder"):
        fields[f"{name}_layers"] = len(getattr(stacks, name).layers)
    return fields


def copy(stacks: nn.Transformer, model: Any) -> None:
    """Give a `transformer.Transformer` of the same sizes the weights of
    PyTorch's stacks, their device and dtype.
    """
    model.to(stacks.decoder.norm.weight)
    for ours, theirs in (
        (model.encoder, stacks.encoder),
        (model.decoder, stacks.decoder),
    ):
        _copy(theirs.norm, ours.last)
        for block, layer in zip(ours.blocks, theirs.layers, strict=True):
            _copy_block(block, layer)


def _copy_block(block: Any, layer: Any) -> None:
    """Give a block the weights of one of PyTorch's layers."""
    *attentive, last = parts = list(block.children())
    for i, ours in enumerate(parts, 1):
        _copy(getattr(layer, f"norm{i}"), ours.norm)
    heads = [
        x for x in layer.children() if isinstance(x, nn.MultiheadAttention)
    ]
    for ours, theirs in zip(attentive, heads, strict=True):
        _copy(MultiHead.from_torch(theirs), ours.layer)
    _copy(layer.linear1, last.layer.wide)
    _copy(layer.linear2, last.layer.narrow)


def _copy(theirs: nn.Module, ours: nn.Module) -> None:
    """Weights, and whether they learn, from one module to one like it."""
    ours.load_state_dict(theirs.state_dict())
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        one.requires_grad_(other.requires_grad)
