"""No layer looks at the numbers of a tensor, so a model can be compiled as one
graph, and exported.
"""

import subprocess
import sys
from dataclasses import replace

import pytest
import torch

from attnbook.models import gpt2, language_model, transformer, vit
from tests.attnbook.models.test_refusals import SMALL, TOKENS
from tests.environment import ROOT

GIVEN = {
    transformer: (TOKENS, TOKENS[:, :3]),
    language_model: (TOKENS,),
    vit: (torch.rand(2, 3, 6, 6),),
}


def built(home):
    """A small model."""
    if home is vit:
        return vit.build(replace(SMALL[vit], channels=3))
    return home.build(SMALL[home])


def small_gpt2():
    """One with a table of positions."""
    sizes = language_model.Config(17, 8, 2, 32, 1, pad=16)
    return gpt2.GPT2(sizes, 6, 1e-5)


MODELS = {
    home.__name__: (lambda h=home: built(h), x) for home, x in GIVEN.items()
}
MODELS["attnbook.models.gpt2"] = small_gpt2, (TOKENS,)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_one_graph(name, pytestconfig):
    """On the eager backend, which needs no compiler. Checks of shapes are no
    part of a model: where they are on, it is asked in a process without.
    """
    if pytestconfig.getoption("shapes"):
        asked = f"{__file__}::test_a_model_is_one_graph[{name}]"
        alone = [sys.executable, "-m", "pytest", "-p", "no:nbval", "-q", asked]
        subprocess.run(alone, check=True, cwd=ROOT)
        return
    build, given = MODELS[name]
    model = build().eval()
    with torch.no_grad():
        wanted = model(*given)
        graph = torch.compile(model, fullgraph=True, backend="eager")
        torch.testing.assert_close(graph(*given), wanted)
        exported = torch.export.export(model, given).module()
        torch.testing.assert_close(exported(*given), wanted)
    torch.compiler.reset()
