"""What a notebook may hold beside plain Python, run as a notebook runs it."""

import ast
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from attncourse.grading.sandbox import worker
from attncourse.grading.sandbox.cells import plain, quiet
from attncourse.grading.sandbox.worker import Worker

BODY = "return x.unflatten(-1, (H, -1)).transpose(1, 2)"
RIGHT = f"def split_heads(x, H):\n    {BODY}"
SPLIT = "x.unflatten(-1, (H, -1)).transpose(1, 2)"
ALONE = {
    "magic": [f"%matplotlib inline\n{RIGHT}"],
    "magic over two lines": [f"%pip install \\\n  x\n{RIGHT}"],
    "question": [f"torch.unflatten?\n{RIGHT}", "?torch"],
    "shell": [f"files = !ls\n!ls\n{RIGHT}\nassert files == []"],
    "timed": [f"%time f = 3\nk = %timeit -o 1\n{RIGHT}\nassert f == 3"],
    "timed cell": [f"%%time\n{RIGHT}"],
    "display": [f"display(1)\nget_ipython().magic('x')\n{RIGHT}"],
    "await": [f"import asyncio\nawait asyncio.sleep(0)\n{RIGHT}"],
    "a line that begins with %": [
        f"k = (7\n   % 4)\nif (k\n        != 3):\n    k = 1\n{RIGHT}"
    ],
    "an odd end of a line": [f"# a\u2028b\n{RIGHT}"],
    "the future": [
        "from __future__ import annotations",
        RIGHT.replace("(x, H)", "(x: Unknown, H)"),
    ],
    "its own source": [
        f"{RIGHT}\nimport inspect\ninspect.getsource(split_heads)"
    ],
}
BESIDE = {
    "a file of its own": [
        "%%writefile own_split.py\n" + RIGHT,
        "from own_split import split_heads",
    ],
    "a class": [
        "class Cfg: axis = 2",
        "Cfg.axis = 1",
        RIGHT.replace("(1, 2)", "(Cfg.axis, 2)"),
    ],
    "a method": [
        f"class Split:\n    def __call__(self, x, H): {BODY}",
        "Split.__call__ = lambda self, x, H: " + SPLIT,
        "split_heads = Split()",
    ],
    "a global": [
        "def setup():\n    global order\n    order = 1, 2",
        "setup()",
        RIGHT.replace("(1, 2)", "(*order)"),
    ],
    "a decorator": [
        "axes = []\ndef kept(f):\n    axes.append(1)\n    return f",
        "@kept\ndef other():\n    pass",
        RIGHT.replace("(1, 2)", "(len(axes), 2)"),
    ],
    "a default": [
        "__import__('torch').set_default_dtype(__import__('torch').float64)",
        "import torch\n" + RIGHT.replace("return ", "return torch.zeros(1) + "),
    ],
}


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """In this process, which keeps its seconds, its folder and its type."""
    monkeypatch.setattr(worker, "limit", lambda seconds: None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield
    torch.set_default_dtype(torch.float32)
    sys.modules.pop("own_split", None)


def heads(one: Worker) -> torch.Tensor:
    """What its answer makes of two words of four numbers."""
    x = torch.arange(8.0).double().reshape(1, 2, 4)
    return one.space["split_heads"](x, 2)


WANTED = torch.tensor([[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]]).double()


@pytest.mark.parametrize("name", ALONE)
def test_it_is_run_as_a_notebook_runs_it(name: str) -> None:
    one = Worker(-1, -1)
    with ThreadPoolExecutor(1) as thread:  # another test's loop may run here
        said = thread.submit(one.run, ALONE[name], ["split_heads"], 1).result()
    assert said["errors"] == {}
    assert torch.equal(heads(one), WANTED)


@pytest.mark.parametrize("name", BESIDE)
def test_what_could_change_an_answer_is_told(name: str) -> None:
    """So that the whole notebook is run before an answer is called wrong."""
    assert not Worker(-1, -1).run(BESIDE[name], ["split_heads"], 1)["whole"]
    one = Worker(-1, -1)
    assert one.run(BESIDE[name], [], 1) == {"errors": {}, "whole": True}
    got = heads(one)
    assert got.dtype == torch.float64 and torch.equal(got, WANTED)


def test_what_changes_nothing_is_quiet() -> None:
    assert quiet("'text'\nx = 3\ndef f(x):\n    return x")
    assert quiet("import torch\nchapter5.check.cost(cost)")
    for cell in ("x = f()", "f()", "x.a = 1", "x[0] = 1", "x += 1", "def f(:"):
        assert not quiet(cell)


def test_no_python_is_left_as_it_is() -> None:
    for cell in ("this is no Python", "def f(:", "(" * 300, "%%bash\nls"):
        text = plain(cell)
        assert text.strip() == cell or ast.parse(text)
