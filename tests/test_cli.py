"""The command line, as a newcomer meets it."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
import torch
from nbformat.v4 import new_code_cell, new_notebook
from typer.testing import CliRunner

from attnbook import cli, pretrained, recipes
from attnbook.data import tokenizer, translation
from attnbook.models import seq2seq
from attnbook.pretrained import translator as verbs
from tests.recipes.toys import translator
from tests.toys import multi30k


def run(*arguments: str, lines: str | bytes | None = None):
    return CliRunner().invoke(cli.app, list(arguments), input=lines)


def program(*arguments: str | bytes, **options) -> subprocess.CompletedProcess:
    """The program itself, in a process of its own, in the C locale."""
    command = [sys.executable, "-m", "attnbook", *arguments]
    environment = os.environ | {"LC_ALL": "C", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        command, capture_output=True, timeout=120, env=environment, **options
    )


@pytest.fixture(autouse=True)
def places(tmp_path, monkeypatch):
    """A small corpus, runs, and a translator with random weights in the place
    of the shipped ones.
    """
    multi30k(tmp_path / "data", monkeypatch)
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    monkeypatch.setattr(verbs, "LIMIT", 13)
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path / "weights")
    words = tokenizer.train(
        (s for pair in translation.load() for s in pair), 151
    )
    model = seq2seq.build(
        seq2seq.Config(151, 7, 11, 13), torch.Generator().manual_seed(1)
    )
    for name in ("translate-en-fr-bahdanau", "other"):
        pretrained.write(
            tmp_path / "weights" / f"{name}.safetensors", model, words
        )
    return tmp_path


def test_help_names_every_command():
    result = run("--help")
    assert result.exit_code == 0
    for command in ("run", "evaluate", "translate", "data", "release"):
        assert command in result.output
        assert run(command, "--help").exit_code == 0


def test_no_command_shows_the_help():
    assert "Usage" in run().output


def test_python_m_is_the_same():
    shown = program("--help")
    assert shown.returncode == 0
    assert b"translate" in shown.stdout


def test_the_version_is_said():
    assert (
        run("--version").output == f"attnbook {metadata.version('attnbook')}\n"
    )


def test_help_and_the_list_of_recipes_load_no_torch():
    script = (
        "import sys; from attnbook import cli; cli.app(['run'], "
        "standalone_mode=False); print('torch' in sys.modules)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert shown.endswith("False\n")


def test_sentences_as_arguments():
    translator = pretrained.load("other")
    result = run("translate", "A dog runs.", "two cats", "--model", "other")
    assert result.exit_code == 0
    assert result.output.splitlines() == translator.translate(
        ["A dog runs.", "two cats"]
    )


def test_standard_input_line_by_line_and_an_empty_line_stays_empty():
    expected = pretrained.load("other").translate(
        ["A dog runs.", "", "two cats"], beam=2
    )
    result = run(
        "translate", "--beam", "2", lines="A dog runs.\n\ntwo cats\r\n"
    )
    assert result.output == "".join(f"{line}\n" for line in expected)
    assert expected[1] == ""


def test_no_input_gives_no_output():
    result = run("translate", lines="")
    assert (result.exit_code, result.output) == (0, "")


def test_a_file_is_a_model_too(places):
    by_path = run(
        "translate",
        "two cats",
        "--model",
        str(places / "weights" / "other.safetensors"),
    )
    assert by_path.exit_code == 0
    assert (
        by_path.output
        == run("translate", "two cats", "--model", "other").output
    )


@pytest.mark.parametrize("command", [("translate", "two cats"), ("evaluate",)])
def test_an_unknown_model_lists_those_there_are(command):
    result = run(*command, "--model", "best")
    assert result.exit_code == 2
    assert (
        "unknown model: 'best'; there are other, translate-en-fr-bahdanau"
        in result.stderr
    )


def test_a_damaged_file_is_told(places):
    (places / "bad.safetensors").write_bytes(b"bad")
    result = run(
        "translate", "two cats", "--model", str(places / "bad.safetensors")
    )
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
    assert result.output.splitlines() == [
        f"multi30k de-en {split}: 40 pairs"
        for split in ("train", "val", "test")
    ]
    wrong = run("data", "multi40k")
    assert wrong.exit_code == 2
    assert (
        "unknown corpus: 'multi40k'; there are phrases, multi30k"
        in wrong.stderr
    )


def test_an_altered_file_is_told(places):
    (places / "data" / "multi30k" / "val.fr.gz").write_bytes(b"altered")
    result = run("data", "multi30k")
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/val.fr.gz" in result.stderr


def test_without_a_name_every_recipe_says_what_it_makes_costs_and_needs():
    shown = run("run").output
    for name, entry in recipes.CATALOGUE.items():
        assert f"{name}: {entry.makes}\n    took: " in shown
    assert "minutes of training on" in shown
    assert "needs: Multi30k" in shown


def test_a_recipe_that_never_ran_has_no_cost(monkeypatch):
    monkeypatch.setitem(
        recipes.CATALOGUE, "vit", recipes.Entry("vit:VIT", "a classifier")
    )
    assert (
        "vit: a classifier\n    took: not measured; needs: nothing\n"
        in run("run").output
    )


def test_an_unknown_recipe_lists_those_there_are():
    result = run("run", "absent")
    assert result.exit_code == 2
    assert (
        f"unknown recipe: 'absent'; there are {', '.join(recipes.CATALOGUE)}"
        in result.stderr
    )


def test_run_writes_weights_and_result_and_says_where(places, monkeypatch):
    made = translator("tiny", "none")
    monkeypatch.setattr(recipes, "load", lambda _: made)
    result = run("run", "tiny", "--quiet", "--out", str(places / "out"))
    assert result.exit_code == 0, result.output
    assert result.output.endswith(f"result: {places / 'out' / 'tiny.json'}\n")
    assert sorted(path.name for path in (places / "out").iterdir()) == [
        "tiny.json",
        "tiny.safetensors",
    ]
    assert (
        run(
            "evaluate", "--model", str(places / "out" / "tiny.safetensors")
        ).exit_code
        == 0
    )


def test_one_thread_unless_the_reader_says_otherwise():
    script = (
        "import torch; from attnbook import cli; torch.set_num_threads(2);"
        "cli.app(['translate', 'A dog.'], standalone_mode=False); "
        "print(torch.get_num_threads())"
    )
    for variables, threads in (({}, "1"), ({"OMP_NUM_THREADS": "2"}, "2")):
        environment = {
            key: value
            for key, value in os.environ.items()
            if key != "OMP_NUM_THREADS"
        } | variables
        command = [sys.executable, "-c", script]
        shown = subprocess.run(
            command, capture_output=True, text=True, env=environment, check=True
        ).stdout
        assert shown.splitlines()[-1] == threads


def test_without_a_folder_a_run_has_its_own(places, monkeypatch):
    recipe = recipes.load("recall-delay")
    small = replace(
        recipe, starts=(("rnn", 0.0),), lengths=(2,), seeds=(1,), updates=1
    )
    monkeypatch.setattr(recipes, "load", lambda _: small)
    result = run("run", "recall-delay", "--quiet")
    assert result.exit_code == 0, result.output
    assert (places / "runs" / "recall-delay" / "recall-delay.json").is_file()


def test_shipping_and_another_folder_exclude_each_other(places):
    result = run("run", "recall-delay", "--ship", "--out", str(places / "out"))
    assert result.exit_code == 2
    assert "choose one" in result.stderr
    assert str(places / "out") in result.stderr


def test_a_place_that_cannot_be_written_is_told_at_once():
    result = run("run", "recall-delay", "--quiet", "--out", "/proc/x")
    assert result.exit_code == 2
    assert "cannot write /proc/x/" in result.stderr


def test_a_recipe_whose_data_are_damaged_is_told(places):
    (places / "data" / "multi30k" / "train.en.gz").write_bytes(b"altered")
    result = run(
        "run",
        "translate-en-fr-bahdanau",
        "--quiet",
        "--out",
        str(places / "out"),
    )
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/train.en.gz" in result.stderr
    assert not list((places / "out").iterdir())


def test_a_changed_recipe_is_told_in_one_message(places, monkeypatch):
    """Not only other settings: another smoothing, another model."""
    others = translator("tiny", smoothing=0.9), translator("tiny", "general")
    made = translator("tiny")
    monkeypatch.setattr(recipes, "load", lambda _: made)
    assert run("run", "tiny", "--quiet").exit_code == 0
    for changed in others:
        monkeypatch.setattr(
            recipes, "load", lambda name, changed=changed: changed
        )
        result = run("run", "tiny", "--quiet")
        assert result.exit_code == 2
        assert "belongs to another run" in result.stderr


# Standard input and output, whatever comes


@pytest.mark.parametrize(
    "lines",
    [["A dog runs."] * 7, ["", "two cats", " "], ["word " * 500, "a"], []],
)
def test_one_line_out_for_each_line_in(monkeypatch, lines):
    """Chunks are as good as single lines."""
    monkeypatch.setattr(cli, "CHUNK", 3)
    text = "".join(f"{line}\n" for line in lines)
    assert run("translate", lines=text).output.splitlines() == pretrained.load(
        "other"
    ).translate(lines)


def test_a_file_is_translated_in_chunks(monkeypatch):
    """Not line by line: that was eight times slower."""
    sizes = []
    translate = verbs.Translator.translate
    monkeypatch.setattr(
        verbs.Translator,
        "translate",
        lambda self, s, **k: sizes.append(len(s)) or translate(self, s, **k),
    )
    run("translate", lines="a dog\n" * 1001)
    assert sizes == [1000, 1]


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xfe bad",
        "caf\u00e9".encode("latin-1"),
        bytes(range(128, 256)),
        b"\0",
    ],
)
def test_bytes_that_are_not_utf8_cost_nobody_a_line(bad):
    done = run("translate", lines=b"A dog.\n" + bad + b"\nA boy.\n")
    assert done.exit_code == 0
    first, _, last = done.output.splitlines()
    assert [first, last] == pretrained.load("other").translate(
        ["A dog.", "A boy."]
    )


def test_a_byte_order_mark_is_no_word():
    assert (
        run("translate", lines=b"\xef\xbb\xbfA dog.\r\n").output
        == run("translate", lines="A dog.\n").output
    )


def test_an_argument_that_is_not_utf8_is_read_too():
    done = program("translate", b"caf\xe9", "A dog.")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2), (
        done.stderr
    )


def test_a_reader_that_has_gone_is_no_error(places):
    """As with `| head -1`: nothing on standard error."""
    (places / "lines").write_text("A dog.\n" * 3000)
    command = (
        f"{sys.executable} -m attnbook translate < {places / 'lines'} | head -1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, timeout=120)
    assert (len(done.stdout.splitlines()), done.stderr) == (1, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_no_traceback(closed):
    done = subprocess.run(
        f"echo 'A dog.' | {sys.executable} -m attnbook translate {closed}",
        shell=True,
        capture_output=True,
        timeout=120,
    )
    assert b"Traceback" not in done.stderr
    if closed == "<&-":
        assert b"standard input is closed" in done.stderr


def test_control_c_is_silent_even_while_modules_load():
    """Sent when torch has begun to load, which takes a second or more."""
    command = [sys.executable, "-m", "attnbook", "translate"]
    started = subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    maps = Path(f"/proc/{started.pid}/maps")
    for _ in range(3000):
        if not maps.exists() or "torch" in maps.read_text():
            break
        time.sleep(0.01)
    time.sleep(0 if maps.exists() else 2)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=60)
    assert (started.returncode, said) == (130, b"")


@pytest.mark.parametrize("beam", ["0", "101", "10000000000000000000"])
def test_a_beam_has_bounds(beam):
    assert run("translate", "two cats", "--beam", beam).exit_code == 2


def test_a_model_that_does_something_else_is_named(monkeypatch):
    class Classifier:
        """Classifies."""

    monkeypatch.setattr(pretrained, "load", lambda _: Classifier())
    result = run("translate", "two cats", "--model", "vit-digits")
    assert result.exit_code == 2
    assert "vit-digits is a classifier: it does not translate" in result.stderr


def test_a_file_of_another_kind_is_told_as_a_file(places):
    (places / "x.html").write_text("<p>")
    result = run("translate", "two cats", "--model", str(places / "x.html"))
    assert result.exit_code == 2
    assert "not a model of this package" in result.stderr


def test_an_absent_file_is_absent(places):
    result = run(
        "translate", "two cats", "--model", str(places / "absent.safetensors")
    )
    assert result.exit_code == 2
    assert "No such file" in result.stderr
    assert "absent.safetensors" in result.stderr


def test_release_names_a_notebook_that_there_is_not(places):
    result = run(
        "release",
        str(places / "absent.ipynb"),
        "--to",
        str(places / "students"),
    )
    assert result.exit_code == 2
    assert "absent.ipynb" in result.stderr


def exercise(path):
    """A notebook with one solution."""
    answer = (
        "def answer():\n    ### BEGIN SOLUTION\n    return "
        "'the_secret_of_the_answer'\n    ### END SOLUTION"
    )
    nbformat.write(new_notebook(cells=[new_code_cell(answer)]), path)
    return path


def test_release_writes_student_editions(places):
    result = run(
        "release",
        str(exercise(places / "a.ipynb")),
        "--to",
        str(places / "students"),
    )
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
