"""What is seen of a page that is shared, once the site has an address."""

from bs4 import BeautifulSoup
from extension import sharing
from PIL import Image

OWNED = {"repository_url": "https://github.com/Somebody/course"}
NOBODYS = {"repository_url": f"https://github.com/{sharing.NOBODY}/x"}
SITE = "https://somebody.github.io/course/"


def test_a_page_says_what_it_is_where_it_stands_and_has_a_picture(build):
    page = "# Order\n\nWords stand in an order, and attention does not see it."
    out, said = build(
        ["sharing"],
        {"chapters/06_order": page, "book/other": "# Other\n\nMore.\n"},
        html_theme_options=OWNED,
        html_theme="sphinx_book_theme",
        project="The course",
    )
    assert said == ""
    html = BeautifulSoup((out / "chapters/06_order.html").read_text(), "lxml")
    told = {
        one.get("property") or one.get("name"): one["content"]
        for one in html.find_all("meta", content=True)
    }
    assert told["description"].startswith("Words stand in an order")
    assert told["og:description"] == told["description"]
    assert told["og:url"] == f"{SITE}chapters/06_order.html"
    assert told["og:image"] == f"{SITE}_static/shared/chapter6.png"
    link = html.select_one("link[rel=canonical]")
    assert link["href"] == f"{SITE}chapters/06_order.html"
    assert f"{SITE}book/other.html" in (out / "sitemap.xml").read_text()
    assert 'href="/course/' in (out / "404.html").read_text()
    with Image.open(out / "_static/shared/chapter6.png") as image:
        assert image.width / image.height == 400 / 210
        assert image.width >= 600  # as small as sites take


def test_nobodys_site_names_no_address(build):
    says = "The state of a loop says <little> of what was long ago."
    page = {"chapters/01_one": f"# One\n\nText.\n\n{says}\n"}
    out, said = build(
        ["sharing"],
        page,
        html_theme="sphinx_book_theme",
        html_theme_options=NOBODYS,
    )
    assert said == ""
    html = (out / "chapters/01_one.html").read_text()
    assert "og:" not in html and "canonical" not in html
    told = BeautifulSoup(html, "lxml").select("meta[name=description]")
    assert [one["content"] for one in told] == [says]
