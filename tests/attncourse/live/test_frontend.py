"""What a page receives of a figure is one module that is whole."""

import re
from posixpath import dirname, join, normpath

import pytest

from attnbook.pretrained import translator
from attncourse.figures import images
from attncourse.live import frontend
from attncourse.rooms import chapters
from tests.attncourse.live.toys import number

ROOMS = [f"{room}/live" for room in (*chapters(), "front")]
PLACES = ["live", "live/shared", *ROOMS]
FILES = sorted(
    f"{place}/{entry.name}"
    for place in PLACES
    for entry in frontend.FOLDER.joinpath(place).iterdir()
    if entry.name.endswith((".js", ".css"))
)
SCRIPTS = [path for path in FILES if path.endswith(".js")]
FIGURES = [
    path for path in SCRIPTS if "export default {" in frontend.read(path)
]
NEEDED = {path: frontend.needed(path) for path in FIGURES}


def test_a_module_holds_each_file_once_after_what_it_imports():
    own = ["live/shared/model.js", "live/shared/ui.js"]
    assert NEEDED["chapter2/live/score.js"] == [*own, "chapter2/live/score.js"]
    module, style = frontend.figure("attncourse.chapter2.live.score")
    whole = frontend.module("chapter2/live/score.js")
    firsts = [frontend.read(path).splitlines()[0] for path in own]
    assert sorted(firsts, key=whole.index) == firsts
    assert re.findall(r"^(?:import|export).*", module, re.MULTILINE) == [
        "export default { render };"
    ]
    sheets = (
        "figures/tokens.css",
        "live/shared/ui.css",
        "chapter2/live/score.css",
    )
    assert style == "".join(map(frontend.read, sheets))


def test_every_figure_has_its_script_beside_it():
    """And a script that is the entry of a figure stands beside its file."""
    files = [
        f"{place}/{file.name.removesuffix('.py')}.js"
        for place in ROOMS
        for file in frontend.FOLDER.joinpath(place).iterdir()
        if file.name.endswith(".py") and file.name != "__init__.py"
    ]
    assert sorted([*files, "live/player.js"]) == FIGURES


def test_shared_files_are_those_that_two_figures_need():
    users = [path for paths in NEEDED.values() for path in paths]
    for path in FILES:
        script = path.removesuffix(".css").removesuffix(".js") + ".js"
        if path != "live/shared/mount.js":
            shared = users.count(script) > 1
            assert script in users and shared == ("/shared/" in path), path


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
def test_a_file_names_no_host_and_no_colour_and_cannot_end_its_element(path):
    """Colours stand in the tokens alone; that a module is valid is seen in
    `site/`, which runs each.
    """
    if path.endswith(".css"):
        assert not re.findall(r"#[0-9a-fA-F]{6}\b", frontend.read(path))
    wrong = r"https?:|//\w+\.\w+|@import|\burl\(|</(?:script|style)"
    assert re.findall(wrong, frontend.read(path)) == []


def test_what_nothing_uses_is_left_out_with_its_comment():
    text = """// What the page has.
const [A, B] = [1, 2];

// Goes with what used it.
const inner = () => {
  return A;
};

// Nobody calls it but itself.
function unused() {
  return inner() + unused();
}

// Called.
const used = (x) => x;
export default { render: used };
"""
    assert (
        frontend.lean(text)
        == """// What the page has.
const [A, B] = [1, 2];

// Called.
const used = (x) => x;
export default { render: used };
"""
    )


def test_its_numbers_are_the_librarys():
    written = number("live/shared/translate_loop.js", "WRITTEN")
    assert written == translator.LIMIT
    assert number("live/shared/reading_map.js", "DARK") == images.DARK
