"""The typeface of a page: what it loads first, and what stands in for it.

A page that is shown in other letters moves when its own come. So it asks for
them before it reads its style sheets, and where they are late even so, it keeps
the letters of the system until the next page. Those take as much room: they are
as wide on the average and as high. How wide they are is known from Helvetica,
whose measures Arial and its kin share, and from DejaVu Sans; both come with
matplotlib.
"""

import re
from collections.abc import Callable
from pathlib import Path

import matplotlib
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

from attncourse.figures import style

PRELOAD = (
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">'
)
LOOKS = {
    # font-weight and font-style, as names of fonts and of files say them
    "Regular": ("400", "normal", ("",), ""),
    "Bold": ("700", "normal", (" Bold",), "-Bold"),
    "Italic": ("400", "italic", (" Italic", " Oblique"), "-Oblique"),
}
SYSTEM = {
    # what stands in, by whose measures it has
    "Arial": (
        ("Arial", "Liberation Sans", "Arimo", "Helvetica", "Roboto"),
        "pdfcorefonts/Helvetica{}.afm",
    ),
    "DejaVu": (("DejaVu Sans",), "ttf/DejaVuSans{}.ttf"),
}
FACE = """\
@font-face {{
  font-family: "Like {family}";
  font-weight: {weight};
  font-style: {slant};
  src: {sources};
  size-adjust: {size:.2%};
  ascent-override: {up:.2%};
  descent-override: {down:.2%};
  line-gap-override: 0%;
}}
"""
TEXT = re.sub(
    "[^ -~]+",
    " ",
    Path(__file__).parents[1].joinpath("index.md").read_text("utf-8"),
)


def measured(file: Path) -> Callable[[str], float]:
    """How wide a text is in a font, in ems, without its kerning."""
    if file.suffix == ".afm":
        units, line = 1000, r"C (\d+) ; WX (\d+)"
        found = re.findall(line, file.read_text("ascii"))
        wide = {chr(int(code)): int(width) for code, width in found}
    else:
        font = TTFont(file)
        units, advances = font["head"].unitsPerEm, font["hmtx"]
        wide = {
            chr(code): advances[name][0]
            for code, name in font.getBestCmap().items()
        }
    return lambda text: sum(wide[letter] for letter in text) / units


def stand_ins(text: str = TEXT) -> str:
    """A style sheet with a face for each look of the letters of systems, which
    take as much room for this text as those of the course.
    """
    letters = Path(matplotlib.get_data_path(), "fonts")
    faces = []
    for look, (weight, slant, endings, ending) in LOOKS.items():
        file = style.FONTS / f"CourseSans-{look}.ttf"
        font, course = TTFont(file), measured(file)(text)
        units, lines = font["head"].unitsPerEm, font["hhea"]
        for family, (names, measures) in SYSTEM.items():
            own = measured(letters / measures.format(ending))(text)
            size = course / own
            said = [f'local("{a}{b}")' for a in names for b in endings]
            face = FACE.format(
                family=family,
                weight=weight,
                slant=slant,
                sources=", ".join(said),
                size=size,
                up=lines.ascent / units / size,
                down=-lines.descent / units / size,
            )
            faces.append(face)
    return "\n".join(faces)


def write(app: Sphinx) -> None:
    """The style sheet, where the site keeps its own."""
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("fonts.css").write_text(stand_ins(), encoding="utf-8")


def preload(
    app: Sphinx, page: str, template: str, context: dict, doctree: object
) -> None:
    """Let a page ask for its letters first."""
    links = (
        context["pathto"](f"_static/CourseSans-{look}.woff2", 1)
        for look in LOOKS
    )
    asked = "\n".join(map(PRELOAD.format, links))
    context["metatags"] = context.get("metatags", "") + asked


def setup(app: Sphinx) -> None:
    """The faces before the first page, the links on each."""
    app.connect("builder-inited", write)
    app.connect("html-page-context", preload)
    app.add_css_file("fonts.css", priority=800)
