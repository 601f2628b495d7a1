"""The recipes of classifiers that ship, in miniature."""

import torch

from attnbook import pretrained
from attnbook.data import labelled


def test_what_is_written_is_what_was_measured(ran):
    this = ran("vit-digits")
    result, path = this.result, this.workspace.weights("vit-digits")
    shipped = pretrained.read(path).model
    test = labelled.digits("test")
    with torch.no_grad():
        said = shipped(test.images / 255).argmax(-1)
    right = float((said == test.labels).float().mean())
    assert abs(result.value("accuracy") - right) < 1e-6
    assert 0 <= result.value("moved") <= 1
    assert result.value("bytes") == path.stat().st_size
