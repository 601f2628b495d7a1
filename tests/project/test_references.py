"""The page of references has every paper that is cited by name and year."""

import re

from extension.citations import CITED, KEY

from tests.environment import ROOT, tracked


def cited() -> set[str]:
    """The keys of what chapters, pages and docstrings cite: vaswani2017."""
    return {
        name.lower() + year
        for folder in ("book", "chapters", "lib")
        for path in tracked(folder)
        if path.suffix in (".ipynb", ".md", ".py")
        for text in [(ROOT / path).read_text(encoding="utf-8")]
        for name, year in CITED.findall(re.sub(r"(\s|\\n)+", " ", text))
    }


def test_every_paper_that_is_cited_is_listed() -> None:
    text = (ROOT / "book/references.bib").read_text(encoding="utf-8")
    keys = KEY.findall(text)
    assert keys == sorted(set(keys))
    found = cited()
    assert len(found) > 20
    assert found - set(keys) == set()
