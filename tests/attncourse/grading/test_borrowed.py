"""A note says it where an answer is a call of what is ready made."""

import pytest

from attncourse.grading import grade
from attncourse.grading.borrowed import borrowed
from tests.environment import ROOT

IMPORTS = (
    "import torch\nimport attnbook.heads as ready\nimport torch.nn.functional\n"
    "from torch import nn\nfrom torch.nn import functional as F\n"
    "from attnbook import heads\nfrom attncourse import chapter5"
)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return heads.split(x, H)", "attnbook.heads.split"),
        ("'It splits.'\n    return ready.split(x, H)", "attnbook.heads.split"),
        ("y = heads.split(x, H)\n    return y, x", "attnbook.heads.split"),
        (
            "return chapter5.check.split_heads.exercise.reference(x, H)",
            "attncourse.chapter5.check.split_heads.exercise.reference",
        ),
        (
            "return F.scaled_dot_product_attention(x, x, x, is_causal=True)",
            "torch.nn.functional.scaled_dot_product_attention",
        ),
        ("return nn.LayerNorm(H)(x)", "torch.nn.LayerNorm"),
        ("return heads.split(x + 1, H)", ""),
        ("return heads.split(x, H) + 1", ""),
        ("return torch.stack(x, H)", ""),
        ("return other.split(x, H)", ""),
        ("x = x * 2\n    return heads.split(x, H)", ""),
        ("raise NotImplementedError", ""),
    ],
)
def test_an_answer_that_only_calls_is_told(body, names):
    code = [IMPORTS, f"def split_heads(x, H):\n    {body}", "1 +"]
    note = borrowed(code, "split_heads")
    assert (f"only calls {names}:" in note) if names else not note


def test_a_name_for_a_ready_one_is_told():
    assert borrowed([IMPORTS, "split_heads = heads.split"], "split_heads")
    assert not borrowed([IMPORTS, "split_heads = 3"], "split_heads")


def test_no_solution_of_the_course_is_borrowed():
    count = 0
    for path in sorted((ROOT / "chapters" / "exercises").glob("*.ipynb")):
        code = grade.cells(path)
        for task in grade.tasks(code):
            count += 1
            assert not borrowed(code, task.name), task
    assert count >= 36
