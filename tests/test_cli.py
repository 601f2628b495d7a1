"""The command line, as a newcomer meets it."""

import subprocess
import sys
from dataclasses import replace

import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook
from typer.testing import CliRunner

from attnbook import cli, pretrained
from attnbook.data import tokenizer, translation
from attnbook.models import seq2seq
from attnbook.recipes import memory
from attnbook.recipes import translate as translation_recipes
from attnbook.train import loop
from tests.toys import multi30k


def run(*arguments: str, lines: str | None = None):
    return CliRunner().invoke(cli.app, list(arguments), input=lines)


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """A small corpus, runs, and a translator with random weights in the place of the shipped ones."""
    multi30k(tmp_path / "data", monkeypatch)
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(pretrained, "LIMIT", 13)
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    words = tokenizer.train((s for pair in translation.load() for s in pair), 151)
    model = seq2seq.build(seq2seq.Config(151, 7, 11, 13), torch.Generator().manual_seed(1))
    for name in ("translate-en-fr-bahdanau", "other"):
        pretrained.write(tmp_path / "weights" / f"{name}.safetensors", "seq2seq", model, words)
    return tmp_path


def test_help_names_every_command():
    result = run("--help")
    assert result.exit_code == 0
    for command in ("train", "evaluate", "translate", "data"):
        assert command in result.output
        assert run(command, "--help").exit_code == 0


def test_no_command_shows_the_help():
    assert "Usage" in run().output


def test_python_m_is_the_same():
    shown = subprocess.run([sys.executable, "-m", "attnbook", "--help"], capture_output=True, text=True, timeout=120)
    assert shown.returncode == 0
    assert "translate" in shown.stdout


def test_sentences_as_arguments():
    translator = pretrained.load("other")
    result = run("translate", "A dog runs.", "two cats", "--model", "other")
    assert result.exit_code == 0
    assert result.output.splitlines() == translator.translate(["A dog runs.", "two cats"])


def test_standard_input_line_by_line_and_an_empty_line_stays_empty():
    expected = pretrained.load("other").translate(["A dog runs.", "", "two cats"], beam=2)
    result = run("translate", "--beam", "2", lines="A dog runs.\n\ntwo cats\r\n")
    assert result.output == "".join(f"{line}\n" for line in expected)
    assert expected[1] == ""


def test_no_input_gives_no_output():
    result = run("translate", lines="")
    assert (result.exit_code, result.output) == (0, "")


def test_a_file_is_a_model_too(places):
    by_path = run("translate", "two cats", "--model", str(places / "weights" / "other.safetensors"))
    assert by_path.exit_code == 0
    assert by_path.output == run("translate", "two cats", "--model", "other").output


@pytest.mark.parametrize("command", [("translate", "two cats"), ("evaluate",)])
def test_an_unknown_model_lists_those_there_are(command):
    result = run(*command, "--model", "best")
    assert result.exit_code == 2
    assert "unknown model: 'best'; there are other, translate-en-fr-bahdanau" in result.stderr


def test_a_damaged_file_is_told(places):
    (places / "bad.safetensors").write_bytes(b"bad")
    result = run("translate", "two cats", "--model", str(places / "bad.safetensors"))
    assert result.exit_code == 2
    assert "not a model of this package" in result.stderr


def test_evaluate_prints_bleu_and_signature():
    result = run("evaluate", "--model", "other", "--split", "val")
    assert result.exit_code == 0
    assert "on 40 sentences of val, beam 1" in result.output
    assert "tok:13a" in result.output


def test_evaluate_refuses_an_unknown_split():
    result = run("evaluate", "--model", "other", "--split", "dev")
    assert result.exit_code == 2
    assert "unknown split: 'dev'; there are train, val, test" in result.stderr


def test_data_lists_and_checks():
    assert "multi30k: en-fr, de-en" in run("data").output
    result = run("data", "multi30k", "--pair", "de-en")
    assert result.output.splitlines() == [f"multi30k de-en {split}: 40 pairs" for split in ("train", "val", "test")]
    wrong = run("data", "multi40k")
    assert wrong.exit_code == 2
    assert "unknown corpus: 'multi40k'; there are phrases, multi30k" in wrong.stderr


def test_an_altered_file_is_told(places):
    (places / "data" / "multi30k" / "val.fr.gz").write_bytes(b"altered")
    result = run("data", "multi30k")
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/val.fr.gz" in result.stderr


def test_an_unknown_recipe_lists_those_there_are():
    result = run("train", "translate-en-de")
    assert result.exit_code == 2
    assert "unknown recipe: 'translate-en-de'; there are translate-en-fr-seq2seq, " in result.stderr


def test_train_writes_weights_and_result_and_says_where(places, monkeypatch):
    settings = loop.Settings(epochs=1, warmup=2)

    class Tiny(translation_recipes.Recipe):
        def config(self, dropout):
            return seq2seq.Config(self.vocabulary, 7, 11, 13, attention=self.attention, dropout=dropout)

    recipe = Tiny("tiny", "none", vocabulary=151, dropouts=(0.1,), settings=settings)
    monkeypatch.setitem(translation_recipes.RECIPES, "tiny", recipe)
    monkeypatch.setitem(cli.RECIPES, "tiny", recipe)
    result = run("train", "tiny", "--quiet", "--out", str(places / "out"))
    assert result.exit_code == 0, result.output
    assert result.output.endswith(f"result: {places / 'out' / 'tiny.json'}\n")
    assert sorted(path.name for path in (places / "out").iterdir()) == ["tiny.json", "tiny.safetensors"]
    assert run("evaluate", "--model", str(places / "out" / "tiny.safetensors")).exit_code == 0


def test_other_recipes_are_found_in_their_modules(places, monkeypatch):
    recipe = replace(memory.RECIPES["recall-delay"], cells=("rnn",), lengths=(2,), seeds=(1,), updates=1)
    monkeypatch.setitem(cli.RECIPES, "recall-delay", recipe)
    result = run("train", "recall-delay", "--quiet")
    assert result.exit_code == 0, result.output
    assert (places / "runs" / "recall-delay" / "recall-delay.json").is_file()


def test_a_recipe_whose_data_are_damaged_is_told(places):
    (places / "data" / "multi30k" / "train.en.gz").write_bytes(b"altered")
    result = run("train", "translate-en-fr-bahdanau", "--quiet", "--out", str(places / "out"))
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/train.en.gz" in result.stderr
    assert not (places / "out").exists()


def test_release_names_a_notebook_that_there_is_not(places):
    result = run("release", str(places / "absent.ipynb"), "--to", str(places / "students"))
    assert result.exit_code == 2
    assert "absent.ipynb" in result.stderr


def exercise(path):
    """A notebook with one solution."""
    answer = "def answer():\n    ### BEGIN SOLUTION\n    return 'the_secret_of_the_answer'\n    ### END SOLUTION"
    nbformat.write(new_notebook(cells=[new_code_cell(answer)]), path)
    return path


def test_release_writes_student_editions(places):
    result = run("release", str(exercise(places / "a.ipynb")), "--to", str(places / "students"))
    assert result.exit_code == 0
    edition = (places / "students" / "a.ipynb").read_text()
    assert "def answer" in edition
    assert "secret" not in edition


def test_release_fails_when_the_site_shows_a_solution(places):
    (places / "site").mkdir()
    page = places / "site" / "page.html"
    page.write_text("nothing of it here")
    command = (
        "release",
        str(exercise(places / "a.ipynb")),
        "--to",
        str(places / "students"),
        "--site",
        str(page.parent),
    )
    assert run(*command).exit_code == 0
    page.write_text("<p>return 'the_secret_of_the_answer'</p>")
    result = run(*command)
    assert result.exit_code == 2
    assert "page.html" in result.output


def test_release_of_nothing_is_told(places):
    result = run("release", str(places / "absent.ipynb"), "--to", str(places / "students"))
    assert result.exit_code == 2
    assert "absent.ipynb" in result.output
