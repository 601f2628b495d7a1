"""All translators of the course: one sentence, and their scores."""

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
)
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots, tables

LABELS = {
    PLAIN: "one vector",
    ATTENTIVE: "attention",
    "bahdanau-same-tokens": "attention, longer",
    TRANSFORMER: "Transformer",
}


def sentence() -> Finding:
    """One sentence through all translators."""
    stored = {name: results.load(name) for name in LABELS}
    said = {name: one.samples["hypotheses"][0] for name, one in stored.items()}
    assert len(set(said.values())) > 2, "they differ"
    rows = [{"model": LABELS[n], "French": text} for n, text in said.items()]
    first, *_ = recorded(stored[PLAIN], stored[ATTENTIVE])
    assert first["answers"][1]["text"] == said[ATTENTIVE], "the same sentence"
    caption = f"""The first test sentence, *{first["sentence"]}*, as each
    translator gives it, with a beam of {stored[TRANSFORMER].recipe["beam"]}:
    those of chapters 1, 2 and 7, and that of chapter 2 trained for as many
    tokens as the Transformer."""
    return Finding(
        "models.sentence", tables.table(rows), caption, tuple(stored.values())
    )


def scores() -> Finding:
    """Attention brings most; what came after it brings less."""
    stored = {name: results.load(name) for name in LABELS}
    bleu = {name: one.value("bleu") for name, one in stored.items()}
    greedy = {name: one.value("greedy_bleu") for name, one in stored.items()}
    gain = bleu[ATTENTIVE] - bleu[PLAIN]
    rest = bleu[TRANSFORMER] - bleu[ATTENTIVE]
    assert gain > 3 * rest > 0, "attention brings most"
    figure = plots.bars(
        list(LABELS.values()),
        {"greedy": list(greedy.values()), "beam": list(bleu.values())},
        xlabel="translator",
        ylabel="BLEU",
        alt="BLEU of four translators, greedy and with a beam.",
    )
    caption = f"""BLEU on the 1,000 test sentences. From one vector to attention
    it rises by {gain:.1f} with a beam, from there to the Transformer by
    {rest:.1f}. Trained on the same tokens as the Transformer, the recurrent
    model with attention has {bleu["bahdanau-same-tokens"]:.1f}, the Transformer
    {bleu[TRANSFORMER]:.1f}. One seed for each."""
    return Finding("models.scores", figure, caption, tuple(stored.values()))
