"""Which kinds of wrong answers are told, exercise by exercise."""

TOLD = {
    "bias_for": "changed plain",
    "forced": "changed plain",
    "greedy": "changed plain",
    "gru_step": "changed",
    "last_states": "changed equal plain",
}
EQUAL = {
    "last_states": lambda source, **_: source.tolist(),
}
