"""No layer looks at the numbers of a tensor, so a model can be compiled as one
graph, and exported.
"""

import pytest
import torch

from attnbook.models import gpt2, language_model, transformer, vit
from tests.attnbook.models.test_refusals import SMALL, TOKENS

PLACES = {"positions": "learned", "context": 6}
GPT = language_model.Config(17, 8, 2, 32, 1, feed_forward="gelu", **PLACES)
MODELS = {
    "transformer": (transformer.build(SMALL[transformer]), TOKENS, TOKENS),
    "language_model": (language_model.build(SMALL[language_model]), TOKENS),
    "vit": (vit.build(SMALL[vit]), torch.rand(2, 1, 6, 6)),
    "gpt2": (gpt2.GPT2(GPT, 1e-5), TOKENS),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_one_graph(name):
    """On the eager backend, which needs no compiler."""
    model, *given = MODELS[name]
    model.eval()
    given = tuple(given)
    with torch.no_grad():
        wanted = model(*given)
        graph = torch.compile(model, fullgraph=True, backend="eager")
        torch.testing.assert_close(graph(*given), wanted)
        exported = torch.export.export(model, given).module()
        torch.testing.assert_close(exported(*given), wanted)
    torch.compiler.reset()
