"""The same word in different company."""

from attnbook import pretrained
from attncourse.chapter5.live.company import LiveCompany, look
from attncourse.experiments import results
from attncourse.experiments.finding import Finding

MODEL = "translate-en-fr-transformer"
SENTENCES = (
    "People train on a train.",
    "Kids swing on a swing.",
    "Two girls wave from a wave.",
    "A man stands near a fruit stand.",
)
"""In each, a word stands twice, or nearly so, and means two things."""


def live() -> Finding:
    """Before the encoder a word has one vector; after it, one for each
    company.
    """
    stored, model = results.load("word-company"), results.load(MODEL)
    words = stored.table("words").column("word")
    vectors = stored.samples["vectors"]
    translator = pretrained.load(MODEL)
    answers = [look(translator, words, vectors, s) for s in SENTENCES]
    examples = [
        {"sentence": s, "answers": [answer]}
        for s, answer in zip(SENTENCES, answers, strict=True)
    ]
    shown = LiveCompany(
        [(MODEL, "Transformer", model.value("bytes"))],
        examples,
        words,
        vectors,
    )
    first, second = (
        row["after"][0] for row in answers[0]["rows"] if row["word"] == "train"
    )
    caption = f"""In the first sentence both uses of *train* start with the same
    nearest words (of {len(words)}); after the encoder, one is nearest to
    *{first}*, the other to *{second}*."""
    return Finding("company.live", shown, caption, (stored, model))
