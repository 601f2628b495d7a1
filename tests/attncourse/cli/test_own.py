"""A reader's own file, from the command line to a model that is used."""

import pytest

from attnbook import pretrained
from attncourse.experiments import recipes, results
from tests.attncourse.chapter10.recipes.toys import OWN, PAIRS, VERSES
from tests.attncourse.cli.toys import done, refused, run


@pytest.fixture
def learn(places, monkeypatch):
    """Run a recipe in miniature on what is written into a file."""

    def command(name: str, content: str | bytes):
        recipe = {"text": OWN, "pairs": PAIRS}[name]
        monkeypatch.setattr(recipes, "load", lambda _: recipe)
        file = places / "mine\x1b.txt"
        text = content.encode() if isinstance(content, str) else content
        file.write_bytes(text)
        given = "run", name, "--file", str(file), "--out", str(places / "out")
        return run(*given, "--quiet")

    return command


def test_a_text_becomes_a_model_that_completes(places, learn):
    result = learn("text", "\r\n".join(VERSES) + "\x07")
    assert result.exit_code == 0, result.output
    assert result.stderr == "control character: 1\n"
    stored = results.parse((places / "out" / "text.json").read_text())
    bits = [stored.value(f"{kind}bits") for kind in ("", "unigram_", "xz_")]
    assert all(x > 0 for x in bits)
    weights = str(places / "out" / "text.safetensors")
    read = pretrained.read(weights)
    for options in ({"temperature": 0.0}, {"temperature": 0.7, "top_k": 5}):
        flags = [
            part
            for name, x in options.items()
            for part in (f"--{name.replace('_', '-')}", str(x))
        ]
        said = done("complete", "The fox", "--model", weights, *flags)
        assert said == f"{read.complete(['The fox'], **options)[0]}\n"
    says = "does not translate: its kind is completer"
    assert says in refused("translate", "a dog", "--model", weights)


def test_pairs_become_models_that_translate(places, learn):
    lines = [f"{verse}\t{verse[::-1]}" for verse in VERSES]
    lines += [f"the {k}\tle {k}" for k in range(40)]
    result = learn("pairs", "\n".join([*lines, lines[0], "no tab"]))
    assert result.exit_code == 0, result.output
    assert result.stderr.splitlines() == [
        "line without two sides: 1",
        "pair that was there before: 1",
    ]
    for kind, _ in PAIRS.models:
        weights = str(places / "out" / f"pairs-{kind}.safetensors")
        said = done("translate", "the 3", "--model", weights, "--beam", "2")
        wanted = pretrained.read(weights).translate(["the 3"], beam=2)
        assert said == f"{wanted[0]}\n"
        says = "does not complete: its kind is translator"
        assert says in refused("complete", "the", "--model", weights)


@pytest.mark.parametrize("name", ["text", "pairs"])
@pytest.mark.parametrize(
    "content",
    [b"", b"one line\n", b"\n \r\n\t\n" * 99, b"\x1f\x8b\0", bytes(9999)],
)
def test_what_cannot_be_learned_from_is_one_line(places, learn, name, content):
    result = learn(name, content)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "mine\\x1b.txt" in result.stderr
    assert not list((places / "out").iterdir())


@pytest.mark.parametrize("name", ["text", "pairs"])
@pytest.mark.parametrize(
    ("where", "says"),
    [("absent", "No such file"), ("data", "Is a directory")],
)
def test_what_is_no_file_is_one_line(places, name, where, says):
    said = refused("run", name, "--file", str(places / where))
    assert says in said
    assert said.count("\n") == 1


def test_help_says_which_models_are_taken():
    for verb, recipe in (("complete", "text"), ("translate", "pairs")):
        assert f"run {recipe}" in " ".join(done(verb, "--help").split())
