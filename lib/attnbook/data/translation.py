"""Sentence pairs: `phrases` (generated, offline) and Multi30k (real, fetched
once).
"""

import gzip

from attnbook.data import fetch, phrases

COMMIT = "a3d2e0d26b56f3846f66a952536ffed4e401d05a"
ADDRESS = f"https://raw.githubusercontent.com/multi30k/dataset/{COMMIT}/data/task1/raw"
DIGESTS = {
    "test_2016_flickr.de.gz": "9204244e408ccb38d2a55cfcd344df15"
    "005fc42a07a6e55ca6c52b6ababb8cc8",
    "test_2016_flickr.en.gz": "611d361c6334bc7246101d48097c13cf"
    "5c4413c5befc793cc629934359d532d9",
    "test_2016_flickr.fr.gz": "6d326e188d259fb1d04ac19eae3af956"
    "559b3a0b93d7635e56c90987c40c8b90",
    "train.de.gz": "726e39b2fa9eb9ffb6dc763fb35a179f"
    "80fae06ffc5d28b6ace5faa883de28a6",
    "train.en.gz": "d79cfa999dd4c51d2cb42499b6796d5a"
    "882c3a8a961923c25a898c90f8bbd56f",
    "train.fr.gz": "622e75069e9f4c577425c4f277116ce6"
    "6e63a2401c0a2312d90073cb12379a3c",
    "val.de.gz": "f0cba2f995189cf5770f29a8a9a537a3"
    "ad3f51657ad873405082ff6863a5e75a",
    "val.en.gz": "14f7d25ddd868909a9213e361768460e"
    "dcacdd6ab9d1e77b92560dc10c10dc28",
    "val.fr.gz": "ca3106f1a72390591d25f6c45cb4cd39"
    "dec4cd3f123e099748a3ce5256c160e9",
}
PAIRS = {"phrases": ("en-fr",), "multi30k": ("en-fr", "de-en")}
SPLITS = {"train": "train", "val": "val", "test": "test_2016_flickr"}


def load(
    name: str = "phrases", pair: str = "en-fr", split: str = "train"
) -> list[tuple[str, str]]:
    """Sentence pairs (source, target) of a corpus: name "phrases" or
    "multi30k", split train, val or test.

    Raises ValueError for a corpus, language pair or split that there is not,
    listing those there are, and what `fetch.fetch` raises for a file that
    cannot be had.
    """
    for what, given, known in (
        ("corpus", name, PAIRS),
        ("pair", pair, PAIRS.get(name, ())),
        ("split", split, SPLITS),
    ):
        if given not in known:
            raise ValueError(
                f"unknown {what}: {given!r}; there are {', '.join(known)}"
            )
    if name == "phrases":
        return [(p.source, p.target) for p in phrases.split(split)]
    sides = [
        _lines(f"{SPLITS[split]}.{language}.gz") for language in pair.split("-")
    ]
    return list(zip(*sides, strict=True))


def _lines(name: str) -> list[str]:
    path = fetch.fetch(f"multi30k/{name}", f"{ADDRESS}/{name}", DIGESTS[name])
    return (
        gzip.decompress(path.read_bytes())
        .decode("utf-8")
        .rstrip("\n")
        .split("\n")
    )
