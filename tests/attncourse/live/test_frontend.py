"""What a page receives of a figure is one module that is whole."""

import re
import shutil
import subprocess
from posixpath import dirname, join, normpath

import pytest

from attnbook.pretrained import captioner, translator
from attnbook.show import images
from attnbook.show.live import completion, frontend

FILES = sorted(
    f"{folder.name}/{entry.name}"
    for folder in frontend.FOLDER.iterdir()
    for entry in folder.iterdir()
)
SCRIPTS = [path for path in FILES if path.endswith(".js")]
FIGURES = sorted({dirname(path) for path in FILES} - {"shared"})
NEEDED = {name: frontend.needed(f"{name}/{name}.js") for name in FIGURES}


def test_a_module_holds_each_file_once_after_what_it_imports():
    own = ["shared/ui.js", "shared/threads.js", "alignment/word_links.js"]
    assert NEEDED["alignment"] == [*own, "alignment/alignment.js"]
    module, style = frontend.figure("alignment")
    firsts = [frontend.read(path).splitlines()[0] for path in own]
    assert sorted(firsts, key=module.index) == firsts
    assert re.findall(r"^(?:import|export).*", module, re.MULTILINE) == [
        "export default { render };"
    ]
    sheets = ("shared/ui.css", "alignment/alignment.css")
    assert style == "".join(map(frontend.read, sheets))


def test_a_folder_holds_what_its_figure_needs_and_shared_what_two_need():
    users = [path for paths in NEEDED.values() for path in paths]
    for path in FILES:
        script = path.removesuffix(".css").removesuffix(".js") + ".js"
        if path != "shared/mount.js":
            shared = users.count(script) > 1
            assert script in users and shared == path.startswith("shared"), path


@pytest.mark.parametrize("path", SCRIPTS)
def test_imported_names_are_exported_there_and_used_here(path):
    text = frontend.read(path)
    body = frontend.IMPORT.sub("", text)
    for names, source in re.findall(r'import \{([^}]*)\} from "(.+)"', text):
        there = frontend.read(normpath(join(dirname(path), source)))
        exports = " ".join(re.findall(r"^export (.*)", there, re.MULTILINE))
        for name in names.replace(",", " ").split():
            for text in (exports, body):
                assert re.search(rf"\b{name}\b", text), f"{name} of {source}"


@pytest.mark.parametrize("path", FILES)
def test_a_file_names_no_host_and_cannot_end_its_element(path):
    wrong = r"https?:|//\w+\.\w+|@import|\burl\(|</(?:script|style)"
    assert re.findall(wrong, frontend.read(path)) == []


@pytest.mark.parametrize("name", FIGURES)
def test_a_module_is_valid(name):
    """No name is declared twice: the files share one scope."""
    if node := shutil.which("node"):
        subprocess.run(
            [node, "--check", "--input-type=module"],
            input=frontend.figure(name)[0].encode(),
            check=True,
        )
    else:
        pytest.skip("no node on this machine")


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("shared/translate_loop.js", "WRITTEN", translator.LIMIT),
        ("captioner/captioner.js", "WRITTEN", captioner.LIMIT),
        ("completion/writing.js", "LIMIT", completion.LIMIT),
        ("completion/next_token.js", "SHOWN", completion.SHOWN),
        ("shared/reading_map.js", "DARK", images.DARK),
    ],
)
def test_its_numbers_are_the_librarys(path, name, value):
    assert f"const {name} = {value};" in frontend.read(path)
