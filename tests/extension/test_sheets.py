"""A page has one style sheet, which holds all that it had."""

from types import SimpleNamespace

from extension import sheets

from tests.site.browser import SITE, document

LINKS = """<html><head>{}</head></html>"""
LINK = '<link rel="stylesheet" type="text/css" href="{}?v=1" />\n'


def test_sheets_become_one_with_what_they_import(tmp_path) -> None:
    """In their order; the files that they name are found from its folder."""
    static = tmp_path / "_static"
    (static / "styles").mkdir(parents=True)
    (static / "basic.css").write_text("p { color: red }")
    (static / "styles/theme.css").write_text(
        '@import "../basic.css"; i { src: url(../fonts/a.woff) }'
    )
    (static / "own.css").write_text(
        'b { src: url("b.woff") } u { src: url(data:x) }'
    )
    page = tmp_path / "deep/page.html"
    page.parent.mkdir()
    names = ("../_static/styles/theme.css", "../_static/own.css")
    page.write_text(LINKS.format("".join(map(LINK.format, names))))
    app = SimpleNamespace(
        outdir=tmp_path, builder=SimpleNamespace(format="html")
    )
    sheets.join_all(app, None)
    (one,) = static.glob("all.*.css")
    assert page.read_text().count("stylesheet") == 1
    assert f'href="../_static/{one.name}"' in page.read_text()
    assert one.read_text().split("\n") == [
        "p { color: red } i { src: url(fonts/a.woff) }",
        "b { src: url(b.woff) } u { src: url(data:x) }",
    ]
    assert [file.name for file in static.glob("*.css")] != ["own.css"]


def test_every_page_of_the_site_has_one(address) -> None:
    for page in SITE.rglob("*.html"):
        path = page.relative_to(SITE)
        if path.parts[0] != "_static" and path.name != "index.html":
            found = document(str(path)).select('link[rel="stylesheet"]')
            assert len(found) == 1, path
