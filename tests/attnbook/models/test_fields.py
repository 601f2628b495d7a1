"""What no field of a configuration may be, in every kind of model."""

from dataclasses import asdict, fields, replace

import pytest

from attnbook import pretrained
from attnbook.models import convnet, tagger
from attnbook.models.fields import LARGEST, parse
from attncourse.chapter1 import reader
from tests.toys import refused

SMALL = {
    kind: config(71, *([8] if config is tagger.Config else []))
    if "vocabulary" in config.__annotations__ or config is tagger.Config
    else config()
    for kind, (config, *_) in pretrained.KINDS.items()
}
SMALL |= {"convnet": convnet.Config(), "reader": reader.Config(5, 5)}
WRONG = {
    int: (2.5, True, "4", None, -1, LARGEST + 1, 10**30),
    float: ("x", None, float("nan"), float("-inf"), True),
    bool: (1, None, "yes"),
    str: (1, None, "no such choice"),
}


@pytest.mark.parametrize("kind", SMALL)
def test_no_field_is_of_another_type_or_beyond_its_bounds(kind):
    config = SMALL[kind]
    assert replace(config, **asdict(config)) == config
    for field in fields(config):
        for value in WRONG.get(field.type, (7, "ab", (2.5,), (True,), None)):
            chosen = field.name in ("norm", "normalisation")
            if chosen and isinstance(value, str):
                continue  # `build` refuses it
            with refused(field.name, (ValueError, TypeError)):
                replace(config, **{field.name: value})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"a": ' * 200_000, "nested too deeply"),
        ("7", "no object in JSON: 7"),
        ("{", "Expecting property name"),
    ],
)
def test_a_text_without_fields_is_refused(text, says):
    with refused(says):
        parse(text)
    assert parse('{"a": [1, 2], "b": 3}') == {"a": (1, 2), "b": 3}
