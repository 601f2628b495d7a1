"""Which kinds of wrong answers are told, exercise by exercise."""

TOLD = {
    "causal_attention": "softmax hidden changed root",
    "cost": "plain",
    "multi_head": "softmax hidden mask changed root plain",
    "split_heads": "changed plain",
}
