"""A paper that is named leads to its entry, and the entry back."""

from docutils import nodes
from extension import citations

from tests.site.browser import document

KNOWN = {"bahdanau2015", "vaswani2017", "mikolov2013"}


def test_names_with_years_are_links_if_they_are_listed() -> None:
    text = (
        "Luong et al. 2015 follow Bahdanau et al. (2015), then Vaswani et al. "
        "2017."
    )
    parts = list(citations.linked(text, KNOWN, "references.html#"))
    assert "".join(part.astext() for part in parts) == text
    links = [part for part in parts if isinstance(part, nodes.reference)]
    assert [link["refuri"] for link in links] == [
        "references.html#bahdanau2015",
        "references.html#vaswani2017",
    ]


def test_entries_lead_back_to_the_sections_that_name_them(address) -> None:
    """Chapters first; each section has the name, and each once."""
    page = document("book/references.html")
    entries = page.select(".citation:has(.named-in)")
    assert len(entries) > 90
    for entry in entries[::10]:
        links = [link["href"] for link in entry.select(".named-in a")]
        assert len(links) == len(set(links))
        chapters = [link.startswith("../chapters/") for link in links]
        assert chapters == sorted(chapters, reverse=True)
        name = entry["id"].rstrip("0123456789")
        for link in links[:3]:
            path, _, anchor = link.partition("#")
            path = path[3:] if path.startswith("../") else f"book/{path}"
            part = document(path).find(id=anchor)
            assert name in part.get_text().lower().replace("-", ""), link
