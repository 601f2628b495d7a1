"""The first page tells of each chapter, and its map leads there."""

import re

from extension import cards

from attncourse import course
from attncourse.rooms import chapters
from tests.environment import CHAPTERS
from tests.site.browser import document


def test_each_chapter_has_a_card_with_its_question_and_its_minutes():
    text = cards.cards()
    for (_, room), path in zip(chapters().items(), CHAPTERS, strict=True):
        card = text[text.index(f"../chapters/{path.stem}\n") :]
        card = card[: card.index(":::\n::::")]
        assert room.QUESTION in card
        assert re.search(r"\d+ minutes, and \d+ for \[the exercises\]", card)


def test_the_first_page_tells_the_hours_of_all_chapters():
    read, more = map(int, re.findall(r"\d+", cards.hours()))
    each = re.findall(r"(\d+) minutes, and (\d+) for", cards.cards())
    assert read == round(sum(int(minutes) for minutes, _ in each) / 60)
    assert more == round(sum(int(minutes) for _, minutes in each) / 60)


def test_the_short_path_leads_to_a_live_figure_of_each_chapter(address):
    page = document("book/index.html")
    links = page.select("#in-three-hours li a")
    assert len(links) == len(CHAPTERS)
    for link in links:
        path, _, anchor = link["href"].removeprefix("../").partition("#")
        there = document(path).find(id=anchor)
        assert there.select_one("[data-live-figure]"), link["href"]


def test_every_part_of_the_map_leads_to_its_chapter(address):
    links = document("book/index.html").select(".map svg a")
    parts = [
        (path.stem, label)
        for path, room in zip(CHAPTERS, chapters().values(), strict=True)
        for *_, label, _ in room.PARTS or course.AROUND
    ]
    found = [
        (link["href"][12:-5], link["aria-label"].split(": ")[-1])
        for link in links
    ]
    assert found == parts


def test_the_citation_names_version_and_address():
    entry = cards.citation("an address")
    assert "url = {an address}" in entry and "version = {0" in entry
