"""Models on the command line: whatever is named, whatever comes in."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
import typing
from pathlib import Path

import pytest
import torch
from PIL import Image

from attnbook import pretrained
from attnbook.models import vit
from attnbook.pretrained import captioner as describing
from attnbook.pretrained import completer as going_on
from attnbook.pretrained import translator as verbs
from attncourse import cli
from attncourse.cli import models
from attncourse.experiments import recipes
from tests.attnbook.data.toys import COLOURS, paint
from tests.attnbook.pretrained.toys import completer, describer
from tests.attncourse.cli.toys import done, program, refused, run
from tests.attncourse.grading.toys import handed
from tests.environment import ROOT


def models_own(sentences, **options):
    """What the model says without a command line."""
    return pretrained.load("other").translate(sentences, **options)


def test_sentences_as_arguments():
    """A byte that is not UTF-8 is read, too."""
    sentences = ["A dog runs.", "two cats", "caf\udce9"]
    said = done("translate", *sentences, "--model", "other")
    assert said.splitlines() == models_own([*sentences[:2], "caf\ufffd"])


def test_standard_input_line_by_line_and_an_empty_line_stays_empty():
    lines = "A dog runs.\n\ntwo cats\r\n"
    said = done("translate", "--beam", "2", lines=lines)
    expected = models_own(["A dog runs.", "", "two cats"], beam=2)
    assert said == "".join(f"{line}\n" for line in expected)
    assert expected[1] == ""


def test_on_a_terminal_a_file_shows_how_far_it_is(places):
    """Unless the answers stand there, too."""
    terminal, seen = pty.openpty()
    termios.tcsetwinsize(seen, (24, 80))
    command = [sys.executable, "-m", "attncourse", "translate"]
    for out, says in ((subprocess.DEVNULL, b"2 lines ["), (seen, b"un chien")):
        subprocess.run(
            command, input=b"a dog\n" * 2, stdout=out, stderr=seen, check=True
        )
        shown = b""
        while select.select([terminal], [], [], 0)[0]:
            shown += os.read(terminal, 9999)
        assert says in shown and (b"lines" in shown) == (out != seen)


UNKNOWN = "unknown model: 'best'; there are other, translate-en-fr-bahdanau"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("translate a --model best", UNKNOWN),
        ("translate a --model bad.safetensors", "not a model of this package"),
        ("translate a --model absent.safetensors", "absent.safetensors"),
        ("translate a --model pipe", "pipe is no regular file"),
        ("translate a --beam 0", "beam"),
    ],
)
def test_what_cannot_translate_is_told(places, monkeypatch, command, says):
    monkeypatch.chdir(places)
    (places / "bad.safetensors").write_bytes(b"bad")
    os.mkfifo("pipe")
    assert says in refused(*command.split())


# Standard input and output, whatever comes


@pytest.mark.parametrize(
    "lines",
    [["A dog runs."] * 7, ["", "two cats", " "], ["word " * 400, "a"], []],
)
def test_one_line_out_for_each_line_in(monkeypatch, lines):
    """Chunks are as good as single lines."""
    monkeypatch.setattr(models, "CHUNK", 3)
    text = "".join(f"{line}\n" for line in lines)
    assert done("translate", lines=text).splitlines() == models_own(lines)


def remarks(result):
    """What standard error says beside what is too long or distrusted."""
    lines = result.stderr.splitlines()
    return [x for x in lines if re.search("these char|stopped after", x)]


def test_a_line_that_is_too_long_is_told_and_stays_empty(monkeypatch):
    monkeypatch.setattr(models, "CHUNK", 2)
    lines = ["a dog", "two cats", "dog " * 1000, "a dog"]
    result = run("translate", lines="\n".join(lines))
    assert result.exit_code == 2
    expected = models_own(["a dog", "two cats", "", "a dog"])
    assert result.stdout.splitlines() == expected
    told = [x for x in result.stderr.splitlines() if x not in remarks(result)]
    says = "3,999 characters: at most 2,000 are read"
    assert told == [f"attnbook: sentence 3 has {says}"]


def test_what_one_should_know_of_a_translation_is_told(monkeypatch):
    """As in the pages: letters without a token, a text that was cut."""
    monkeypatch.setattr(models, "CHUNK", 2)
    known = {
        "a dog": "",
        "a 🚲 and a 你 .": "the model has no token for 2 of these characters",
        "你好": "the model knows none of these characters: what it writes is "
        "made up",
    }
    expected = []
    for number, (sentence, said) in enumerate(known.items(), 1):
        *_, last = pretrained.load("other").trace(sentence)["target"]
        cut = "" if last == "[stop]" else "stopped after 13 tokens"
        text = "; ".join(filter(None, (said, cut)))
        expected += [f"attnbook: sentence {number}: {text}"] if text else []
    result = run("translate", lines="\n".join(known))
    assert (result.exit_code, result.stderr.splitlines()) == (0, expected)
    assert "stopped" in result.stderr


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


@pytest.mark.parametrize("bad", [bytes(range(128, 256)), b"\0"])
def test_bytes_that_are_not_utf8_cost_nobody_a_line(bad):
    said = done("translate", lines=b"A dog.\n" + bad + b"\nA boy.\n")
    first, _, last = said.splitlines()
    assert [first, last] == models_own(["A dog.", "A boy."])


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_no_traceback(closed):
    ended = subprocess.run(
        f"echo 'A dog.' | {sys.executable} -m attncourse translate {closed}",
        shell=True,
        capture_output=True,
        timeout=120,
    )
    assert b"Traceback" not in ended.stderr
    if closed == "<&-":
        assert b"standard input is closed" in ended.stderr


# Images


@pytest.fixture
def described(places, monkeypatch):
    """A captioner in the place of the shipped one, four images, and what it
    says of each.
    """
    monkeypatch.setattr(describing, "LIMIT", 5)
    made = describer()
    path = places / "weights" / f"{models.CAPTIONER}.safetensors"
    pretrained.write(path, made.model, made.tokenizer)
    images = [paint(places / f"{x}.png", COLOURS[x]) for x in COLOURS]
    said = pretrained.read(path).caption(images)
    assert len(set(said)) > 1
    return {str(image): text for image, text in zip(images, said, strict=True)}


def test_several_images_have_a_line_each_with_their_names(described, places):
    """One has its caption alone; a beam is kept."""
    path = places / "weights" / f"{models.CAPTIONER}.safetensors"
    assert done("caption", *described, "--model", str(path)) == "".join(
        f"{image}: {text}\n" for image, text in described.items()
    )
    image, *_ = described
    wide = pretrained.read(path).caption([image], beam=3)
    assert done("caption", image, "--beam", "3") == f"{wide[0]}\n"


def test_an_image_unlike_the_scenes_gets_a_word(described, places):
    """Of the shipped model only: another knows other images. That a caption
    was cut is told of both.
    """
    image, white = places / "red.png", paint(places / "w.png", (255,) * 3)
    result = run("caption", str(image), str(white))
    assert result.exit_code == 0
    told = [x for x in result.stderr.splitlines() if x not in remarks(result)]
    assert told == [
        f"attnbook: less than half of {image} is white, unlike the scenes "
        f"that {models.CAPTIONER} knows: do not trust its caption"
    ]
    path = places / "weights" / f"{models.CAPTIONER}.safetensors"
    result = run("caption", str(image), "--model", str(path))
    cut = f"attnbook: the caption of {image}: stopped after 5 tokens"
    assert result.stderr.splitlines() == remarks(result) == [cut]


def test_what_is_no_image_is_told_and_the_rest_goes_on(described, places):
    first, *others = described
    (places / "empty.png").write_bytes(b"")
    os.mkfifo(places / "pipe.png")
    bad = [places / f"{x}.png" for x in ("empty", "absent", "pipe")]
    bad += [places, Path("/dev/zero")]
    result = run("caption", first, *map(str, bad), *others)
    assert result.exit_code == 2
    assert result.stdout == "".join(
        f"{image}: {text}\n" for image, text in described.items()
    )
    lines = result.stderr.splitlines()
    lines = [x for x in lines if not re.search("is white|stopped", x)]
    assert len(lines) == len(bad)
    assert lines[0].startswith(f"attnbook: no image: {bad[0]} (")
    assert "No such file" in lines[1]
    assert str(bad[1]) in lines[1]
    assert "pipe.png is no regular file" in lines[2]
    assert "Is a directory" in lines[3]
    assert "zero is no regular file" in lines[4]


def test_no_name_steers_the_terminal(described, places):
    """Of images that are there, are not there, and are none; bytes that are
    not UTF-8 are a mark.
    """
    image, *_ = described
    odd = "\x1b[31m\x07\n\u202egnp\u2028\udce9.png"
    shown = "\\x1b[31m\\x07\\n\\u202egnp\\u2028\ufffd.png"
    shutil.copy(image, places / odd)
    (places / f"none{odd}").touch()
    names = [str(places / f"{kind}{odd}") for kind in ("", "none", "absent")]
    result = run("caption", *names, image)
    assert result.stdout.startswith(f"{places}/{shown}: ")
    assert result.stdout.count("\n") == 2
    lines = result.stderr.splitlines()
    assert all(x.isprintable() and x.startswith("attnbook: ") for x in lines)
    none, absent = (x for x in lines if re.search("no image|No such", x))
    assert f"{places}/none{shown} (" in none and "gnp\\u2028" in absent
    model = f"absent{odd}.safetensors"
    told = refused("translate", "a", "--model", str(places / model))
    assert told.count("\n") == 1 and told[:-1].isprintable()


@pytest.fixture
def digit(places):
    """A drawing, black on white, with a name that is not ASCII, and a
    classifier in the place of the shipped one.
    """
    model = vit.build(vit.Config(), torch.Generator().manual_seed(1))
    path = places / "weights" / f"{models.CLASSIFIER}.safetensors"
    pretrained.write(path, model)
    drawn = Image.new("L", (90, 70), 255)
    drawn.paste(0, (20, 10, 30, 60))
    drawn.save(places / "xé.png")
    return str(places / "xé.png")


def test_a_name_with_accents_is_found_without_utf8(digit, monkeypatch):
    """In the C locale, without Python's own way out."""
    monkeypatch.setenv("PYTHONUTF8", "0")
    ended = program("classify", digit)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_what_a_drawing_shows(places, digit):
    (shares,) = pretrained.load(models.CLASSIFIER).classify([digit])
    wanted = [f"{name} {share:.2f}" for name, share in shares.items()]
    assert done("classify", digit) == ", ".join(wanted[:3]) + "\n"
    white = paint(places / "white.png", (255,) * 3)
    result = run("classify", digit, str(white), "--count", "1")
    assert result.exit_code == 2
    assert result.stdout == f"{digit}: {wanted[0]}\n"
    assert "nothing is drawn" in result.stderr


def test_a_vision_transformer_of_others_classifies(places, monkeypatch):
    """By its folder, and by its name."""
    model = vit.build(vit.Config(channels=3, classes=2))
    made = pretrained.Classifier(model, ("cat", "dog"))
    known = {str(places): made, "owner/model": made}
    monkeypatch.setattr(pretrained, "vit", known.__getitem__)
    image = paint(places / "photo.png", (90, 60, 30))
    for source in known:
        said = done("classify", str(image), "--model", source)
        assert "cat" in said and "dog" in said


# Texts


@pytest.fixture
def completing(places, monkeypatch):
    """A language model in the place of the shipped one."""
    monkeypatch.setattr(going_on, "LIMIT", 5)
    made = completer()
    path = places / "weights" / f"{models.LANGUAGE}.safetensors"
    pretrained.write(path, made.model, made.tokenizer)
    return pretrained.read(path)


def test_each_beginning_goes_on_as_often_as_asked(completing):
    said = done("complete", "two", "a dog", "--count", "2", "--seed", "3")
    expected = completing.complete(["two", "two", "a dog", "a dog"], seed=3)
    assert said.splitlines() == expected
    cut = {"temperature": 0.5, "top_k": 3, "top_p": 0.8}
    options = ("--temperature", "0.5", "--top-k", "3", "--top-p", "0.8")
    (alone,) = completing.complete(["two"], **cut)
    assert done("complete", "two", *options) == f"{alone}\n"
    assert done("complete") == f"{completing.complete([''])[0]}\n"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--top-p 2", "top_p must lie in 0 .. 1: top_p=2.0"),
        ("--top-k 0", "top-k"),
        ("--temperature -1", "temperature"),
        ("--count 0", "count"),
        ("--model other", "other does not complete: its kind is translator"),
    ],
)
def test_what_cannot_complete_is_told(completing, options, says):
    assert says in refused("complete", "two", *options.split())


def test_a_text_that_is_too_long_is_told(completing):
    assert "the text" in refused("complete", "a dog " * 5000)


def test_what_one_should_know_of_a_text_is_told(completing, monkeypatch):
    monkeypatch.setattr(going_on, "LIMIT", 1)
    result = run("complete", "two", "a 🚲", "--count", "2", "--seed", "3")
    cut = "stopped after 1 tokens"
    odd = f"the model has no token for 1 of these characters; {cut}"
    assert result.stderr.splitlines() == [
        f"attnbook: text {k}: {said}"
        for k, said in enumerate([cut, cut, odd, odd], 1)
    ]


NUMBERS = [
    (command.callback.__name__, f"--{name.replace('_', '-')}")
    for command in cli.app.registered_commands
    for name, hint in typing.get_type_hints(command.callback).items()
    if hint in (int, float, int | None)
]


@pytest.mark.parametrize(("verb", "option"), NUMBERS)
def test_any_number_is_taken_or_refused(
    places, described, digit, completing, monkeypatch, verb, option
):
    """Each option that is a number, of each verb."""
    answer = (
        "def split_heads(x, H):\n"
        "    return x.unflatten(-1, (H, -1)).transpose(1, 2)\n"
        "chapter5.check.split_heads(split_heads)"
    )
    looks = recipes.load("vit-digits-looks")
    monkeypatch.setattr(type(looks), "run", lambda *_, **__: None)
    folder = places / "exercises"
    folder.mkdir()
    own = ROOT / "chapters" / "exercises" / "01_rnn_seq2seq.ipynb"
    shutil.copy(own, folder)
    chosen = ["--exercises", "1.3", "--source", str(folder)]
    given = {
        "translate": ["a dog"],
        "caption": [digit],
        "classify": [digit],
        "complete": ["two"],
        "run": [looks.name],
        "assign": [*chosen, "--seed", "1"],
        "grade": [str(handed(places / "a.ipynb", answer)), "--sandbox", "none"],
    }
    taken = 0
    for number in ["-1", "0", "1e-320", "1", "x", "nan", "inf", "9" * 22]:
        anew = ["--to", str(places / number)] if verb == "assign" else []
        result = run(verb, *given[verb], *anew, f"{option}={number}")
        assert result.exit_code in (0, 2), (number, result.exception)
        if result.exit_code:
            name = option[2:].replace("-", ".")
            assert re.search(name, result.stderr) and not result.stdout
        taken += not result.exit_code
    assert taken
