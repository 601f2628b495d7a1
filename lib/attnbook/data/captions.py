"""A folder of images with captions, in the layout of Flickr8k: `captions.txt`
begins with `image,caption`, then one line for each caption; the images lie
beside it, or in `Images`. Flickr8k's own file, `Flickr8k.token.txt`, is read,
too: its lines are `NAME#0`, a tab, and the caption. Built in chapter 3.

What cannot be used is collected by its kind, the rest goes on.
"""

import codecs
import csv
import os
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from attnbook import files
from attnbook.data.tokenizer import tidy

HEADER = "image", "caption"
FORM = (
    f"{','.join(HEADER)}, then one line for each caption, or lines of "
    "Flickr8k's own form, NAME#0, a tab, and the caption"
)
FLICKR = re.compile(r"([^\t]+)#\d+\t(.*)")
FOLDERS = ("", "Images", "images")  # where images may lie in a folder
SUFFIXES = (
    *(".jpg", ".jpeg", ".png", ".gif"),
    *(".bmp", ".webp", ".tif", ".tiff"),
)
SHOWN = 3  # names of each kind of problem that are told

Problems = dict[str, list[str]]
"""The names that have a problem, by its kind."""

ORPHAN = "caption without an image"
SILENT = "image without a caption"
EMPTY = "empty caption"
BYTES = "line that is not UTF-8"
TORN = "line without image and caption"
BROKEN = "image that cannot be read"


class Album(NamedTuple):
    """Images by their names, in the order of names, the captions of each, and
    what could not be used.
    """

    images: dict[str, Path]
    captions: dict[str, list[str]]
    problems: Problems


def read(folder: Path | str, file: str = "captions.txt") -> Album:
    """The images of a folder that have captions; none is opened.

    The captions file lies in the folder or above it, or is named by its whole
    path. Raises OSError for a folder or a file that is not there, ValueError
    for an empty file and if nothing is left.
    """
    folder = Path(folder)
    there = _listed(folder)
    path = _found(folder.resolve(), file)
    said, problems = _parsed(path)
    known = [(name, text) for name, text in said if name in there]
    captions: dict[str, list[str]] = {name: [] for name, _ in sorted(known)}
    for name, text in known:
        captions[name].append(text)
    problems[ORPHAN] = [name for name, _ in said if name not in there]
    problems[SILENT] = [
        name
        for name in sorted(there)
        if name.lower().endswith(SUFFIXES) and name not in captions
    ]
    for name in captions:
        if len(there[name]) > 1:
            names = " and ".join(map(str, sorted(there[name])))
            both = files.printable(names)
            raise ValueError(f"two images of one name: {both}")
    images = {name: there[name][0] for name in captions}
    return _left(Album(images, captions, problems))


def without(album: Album, broken: dict[str, str]) -> Album:
    """The album without images that cannot be read, which have a reason.
    Raises ValueError if nothing is left.
    """
    reasons = [f"{name} {reason}" for name, reason in broken.items()]
    images, captions = album.images.copy(), album.captions.copy()
    for name in broken:
        del images[name], captions[name]
    return _left(Album(images, captions, album.problems | {BROKEN: reasons}))


def summary(problems: Problems) -> list[str]:
    """A line for each kind of problem: how many, and the first few names."""
    lines = []
    for kind, names in problems.items():
        first = list(dict.fromkeys(names))
        more = ", ..." if len(first) > SHOWN else ""
        some = files.printable(", ".join(first[:SHOWN]))
        lines.append(f"{kind}: {len(names):,} ({some}{more})")
    return lines


def held_out(names: list[str], share: float) -> set[str]:
    """The images for validation: those whose names, hashed to 0 .. 1, lie
    below `share`; at least one, and at least one is left.

    So an image stays on its side when others come or go. Raises ValueError
    for less than two images.
    """
    if len(names) < 2:
        raise ValueError(
            f"at least 2 images are needed, one to train on and one to check: "
            f"{len(names)}"
        )
    drawn = {
        name: int(files.sha256(name.encode())[:8], 16) / 16**8 for name in names
    }
    count = sum(x < share for x in drawn.values())
    order = sorted(names, key=lambda name: drawn[name])
    return set(order[: min(max(count, 1), len(names) - 1)])


def _left(album: Album) -> Album:
    """The album with the problems that it has. Raises ValueError, with all of
    them, if it has no image.
    """
    problems = {kind: names for kind, names in album.problems.items() if names}
    if not album.images:
        lines = ["no image with a caption is left", *summary(problems)]
        raise ValueError("\n  ".join(lines))
    return album._replace(problems=problems)


def _found(folder: Path, file: str) -> Path:
    """The captions file: in the folder, or above it."""
    for place in (folder, folder.parent):
        if (place / file).is_file():
            return place / file
    raise FileNotFoundError(
        f"no captions file {file} in {folder} or above it: its form is {FORM}"
    )


def _listed(folder: Path) -> dict[str, list[Path]]:
    """Every file of the folder and of its subfolder for images, by name."""
    if not folder.is_dir():
        raise NotADirectoryError(f"no folder of images: {folder}")
    places: dict[tuple[int, int], Path] = {}
    for place in (folder / name for name in FOLDERS):
        if place.is_dir():
            # where capitals do not count, Images and images are one
            state = place.stat()
            places.setdefault((state.st_dev, state.st_ino), place)
    there: dict[str, list[Path]] = {}
    for place in places.values():
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_file() and not entry.name.startswith("."):
                    paths = there.setdefault(_plain(entry.name), [])
                    paths.append(Path(entry.path))
    return there


def _plain(name: str) -> str:
    """A name as text, its accents written in one way."""
    text = os.fsencode(name).decode(errors="replace")
    return unicodedata.normalize("NFC", text)


def _parsed(path: Path) -> tuple[list[tuple[str, str]], Problems]:
    """The image and the caption of every line, in the order of the file, and
    the problems of lines. Raises ValueError for a file that is empty or begins
    otherwise.
    """
    said: list[tuple[str, str]] = []
    problems: Problems = {BYTES: [], TORN: [], EMPTY: []}
    lines: list[tuple[int, str]] = []
    content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    # as bytes: text has more kinds of line ends, which a caption may hold
    for number, read in enumerate(content.splitlines(), 1):
        try:
            lines.append((number, read.decode()))
        except UnicodeDecodeError:
            problems[BYTES].append(f"line {number}")
    lines = [(number, line) for number, line in lines if line.strip()]
    first = lines[0][1] if lines else ""
    own = bool(FLICKR.fullmatch(first))
    if not own and _fields(first.lower(), own) != HEADER:
        begins = f"begins with {files.printable(first)}"
        raise ValueError(
            f"{path} {begins if first else 'is empty'}: its form is {FORM}"
        )
    for number, line in lines if own else lines[1:]:
        image, caption = _fields(line, own)
        if not image:
            problems[TORN].append(f"line {number}")
        elif not caption:
            problems[EMPTY].append(image)
        else:
            said.append((image, caption))
    return said, problems


def _fields(line: str, own: bool) -> tuple[str, str]:
    """Image and caption of one line, of Flickr8k's own form or of CSV, tidied;
    the image is empty where a line has not both. A caption without quotes may
    hold commas.
    """
    if own:
        found = FLICKR.fullmatch(line)
        image, *caption = found.groups() if found else [""]
    else:
        try:
            image, *caption = next(csv.reader([line])) or [""]
        except csv.Error:  # a field that is too long
            return "", ""
    if not caption:
        return "", ""
    return unicodedata.normalize("NFC", image.strip()), tidy(",".join(caption))
