"""The site keeps what its pages load, and nothing else of MathJax."""

from types import SimpleNamespace

from extension import light

SCRIPT = '<script defer src="{}.js?digest=1"></script>\n'


def test_what_no_page_needs_is_left_out(tmp_path) -> None:
    folder = tmp_path / "_static/mathjax"
    kept = {
        "startup.js",
        "LICENSE.txt",
        "input/tex/extensions/ams.js",
        "output/chtml/fonts/tex.js",
        "output/chtml/fonts/woff-v2/one.woff",
    }
    for name in (*kept, "tex-svg.js", "sre/en.json", "output/svg.js"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    pages = [tmp_path / "deep/page.html", tmp_path / "search.html"]
    pages[0].parent.mkdir()
    index, theme = SCRIPT.format("searchindex"), SCRIPT.format("bootstrap")
    for page in pages:
        page.write_text(SCRIPT.format("fontawesome") + index + theme)
    light.lighten(SimpleNamespace(outdir=tmp_path), None)
    assert [page.read_text() for page in pages] == [theme, index + theme]
    left = [file for file in folder.rglob("*") if file.is_file()]
    assert {str(file.relative_to(folder)) for file in left} == kept
