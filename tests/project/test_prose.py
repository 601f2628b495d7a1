"""Numbers that stand in sentences are those of the recipes, the results and the
files that they tell of.
"""

import re
from typing import Any

import pytest
import torch

from attnbook import findings, recipes, results
from attnbook.models.ordered import Config
from tests.environment import CHAPTERS, NOTEBOOKS, ROOT, cells, prose

ONE = "chapters/01_rnn_seq2seq.ipynb"
TWO = "chapters/02_bahdanau_attention.ipynb"
FOUR = "chapters/04_attention_layer.ipynb"
FIVE = "chapters/05_self_attention.ipynb"
SIX = "chapters/06_positional_encoding.ipynb"
SEVEN = "chapters/07_transformer.ipynb"
EIGHT = "chapters/08_pretraining.ipynb"
NINE = "chapters/09_vision_transformer.ipynb"
FIRST, SECOND = torch.tensor([[1.0, 0], [3, 3]])  # two rows of the example
SCALED = (695.5, 586.5)  # tests/spec/test_heads.py computes them
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
WORDS += ["nine", "ten"]
POSITIONS = recipes.load("positions")
COPY, RECALL, ALIGN, LOOK_UP = (
    recipes.load(name)
    for name in ("copy-length", "recall-delay", "align-phrases", "look-up")
)
PLAIN, ATTENTIVE, COMPARE = (
    recipes.load(name)
    for name in (
        "translate-en-fr-seq2seq",
        "translate-en-fr-bahdanau",
        "compare-en-fr",
    )
)


ALIGNED = re.search(
    r"(\d+) of (\d+) runs", findings.align.scores().caption
).groups()


def exercises(stem: str) -> int:
    """How many tasks a notebook of exercises holds."""
    path = ROOT / f"chapters/exercises/{stem}.ipynb"
    return sum("> **Exercise:**" in cell.source for cell in cells(path))


def vectors(*names: str) -> list[int]:
    """How many numbers the vector of a captioner has."""
    variants = results.load("caption-scenes").recipe["variants"]
    sizes = {one["name"]: one["vector"] for one in variants}
    return [sizes[name] for name in names]


def recalled() -> list[int]:
    """What an LSTM with a half-open gate recalls and does not; an open one."""
    table = results.load("recall-delay").table("accuracy").where(cell="lstm")

    def seeds(bias: float, length: int) -> list[float]:
        return table.where(gate_bias=bias, length=length).column("accuracy")

    shut = [n for n in RECALL.lengths if min(seeds(0, n)) > 0.9]
    none = [n for n in RECALL.lengths if max(seeds(0, n)) < 0.2]
    wide = [n for n in RECALL.lengths if min(seeds(3, n)) > 0.9]
    return [max(shut), min(none), max(wide)]


def apart(
    question: str, kind: str, size: int, of: str = "positions"
) -> list[float]:
    """Right answers in the comparison of encodings: mean, lowest, highest."""
    rows = results.load(of).table("accuracy")
    rows = rows.where(question=question, kind=kind, size=size)
    shares = rows.column("accuracy")
    return [sum(shares) / len(shares), min(shares), max(shares)]


def share(question: str, kind: str, size: int) -> float:
    """The mean alone."""
    return apart(question, kind, size)[0]


def right(question: str, size: int, starts: str = "") -> list[float]:
    """That of sines, and of a learned table."""
    kinds = (f"{kind}{starts}" for kind in ("sinusoidal", "learned"))
    return [share(question, kind, size) for kind in kinds]


SENTENCES = [
    (
        ONE,
        "It is trained on lengths 1 to {}, with and without attention, with "
        "{word} seeds",
        COPY.longest,
        COPY.seeds,
    ),
    (
        ONE,
        "these models, trained on at most {} symbols, do not copy {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    (ONE, "At {} symbols *both* are near chance", COPY.lengths[-1]),
    (
        ONE,
        "start every seed recalls the first of {} symbols and none the first of"
        " {}; with a bias of 3 every seed recalls the first of {}.",
        *recalled(),
    ),
    (ONE, "all of this is after {:,} updates at one", RECALL.updates),
    (
        ONE,
        "`phrases` has {:,} of them",
        int(results.load("align-phrases").value("train_phrases")),
    ),
    (
        TWO,
        "Both models were chosen alike: {word} dropout rates",
        ATTENTIVE.dropouts,
    ),
    (TWO, "The test sentences are drawn anew {} times", COMPARE.resamples),
    (
        TWO,
        "stored for the first {word} test sentences of 8 to 14 words",
        ATTENTIVE.shown,
    ),
    (TWO, "each decoder without attention, {word} seeds each", ALIGN.seeds),
    (
        TWO,
        "in {} of {} runs",
        *ALIGNED,
    ),
    (
        "chapters/03_image_captioning.ipynb",
        "*Wide* is a vector of {} numbers instead of {}, from a wider MLP.",
        *vectors("none-wide", "none"),
    ),
    (
        "book/claims.md",
        "After {} updates, every seed of an LSTM with PyTorch's start names "
        "the first of {} symbols and none the first of {}; with a forget bias "
        "of 3, the remedy of the textbooks, every seed names the first of {}",
        RECALL.updates,
        *recalled(),
    ),
    (
        "book/claims.md",
        "copying loses symbols long before {}.",
        COPY.lengths[-1],
    ),
    (
        "book/deviations.md",
        "trained on lengths 1 to {}, tested up to {}",
        COPY.longest,
        COPY.lengths[-1],
    ),
    ("book/deviations.md", "label smoothing {}", PLAIN.smoothing),
    (
        FIVE,
        "and with the second word {:.3f}. A dot product",
        torch.cosine_similarity(FIRST, SECOND, dim=0).item(),
    ),
    (
        FIVE,
        "the next score is {} lower, and $\\exp(-{})$ is below",
        *[int(SCALED[0] - SCALED[1])] * 2,
    ),
    (  # Xavier's bound for PyTorch's joined matrix, 3 D x D with D = 4
        FIVE,
        "starts within about $\\pm {:.2f}$ at this width",
        (6 / (4 + 3 * 4)) ** 0.5,
    ),
]
SENTENCES += [
    (
        FOUR,
        "Its memory holds {word} pairs of a name and a colour, out of {} names "
        "and {} colours; each row is the sum of a name vector and a "
        "colour vector, random, fixed and {} wide",
        *(LOOK_UP.memory, LOOK_UP.names, LOOK_UP.colours, LOOK_UP.inputs),
    ),
    (FOUR, "in the mean of {word} seeds", recipes.load("bags-nine").seeds),
]
SENTENCES += [
    (
        SIX,
        "So of all 100 differences at most {} can be: the 10 with two equal "
        "digits, and one of each of the {} pairs",
        *(10 + 10 * 9 // 2, 10 * 9 // 2),
    ),
    (
        SIX,
        "three questions, with {word} seeds, asked at up to eight times the",
        POSITIONS.seeds,
    ),
    (SIX, "have seen at most {} symbols in training", POSITIONS.trained[1]),
    (SIX, "when the sequence has {}?", POSITIONS.tested[-1]),
    (
        SIX,
        "*Relative vectors with a reach of {}* are best or equal to the best",
        Config(1, 1).reach,
    ),
    (SIX, "still answer *fifth* ({:.2f} and {:.2f})", *right("fifth", 256)),
    (
        SIX,
        "most of *back* ({:.2f}, from {:.2f} to {:.2f} by seed, and {:.2f})",
        *apart("back", "sinusoidal", 64),
        share("back", "learned", 64),
    ),
    (
        SIX,
        "keep much of *back* ({:.2f} at 64 symbols, with both)",
        max(right("back", 64, ", random starts")),
    ),
    (
        SIX,
        "it still gets {:.2f} of *latest* (at the trained length its {:.2f} is "
        "little more than the {:.2f} without any encoding), but at most {:.2f} "
        "of the two",
        *(share("latest", "alibi", size) for size in (256, 32)),
        share("latest", "none", 32),
        max(share(q, "alibi", 32) for q in ("back", "fifth")),
    ),
    (
        SIX,
        "to four times the length ({:.2f}), not to eight ({:.2f}, from {:.2f} "
        "to {:.2f} by seed)",
        share("back", "rotary", 128),
        *apart("back", "rotary", 256),
    ),
    (
        SIX,
        "on *latest* at 64 symbols ({:.2f} against {:.2f}), and worse on "
        "*fifth* at 256 ({:.2f} against {:.2f}). *Complex* words get only "
        "{:.2f} of *back* even at the trained length",
        *(share("latest", kind, 64) for kind in ("concatenated", "sinusoidal")),
        *(share("fifth", kind, 256) for kind in ("concatenated", "sinusoidal")),
        share("back", "complex", 32),
    ),
    (
        SIX,
        "gets {:.2f} of *latest* at the trained length and {:.2f} at eight",
        share("latest", "none", 32),
        share("latest", "none", 256),
    ),
    (SIX, "{:.2f} is left: the model", share("latest", "none, no mask", 32)),
    (
        SIX,
        "right in only {:.2f} of the cases even at the trained size (from "
        "{:.2f} to {:.2f} by seed)",
        *apart("above", "learned, no mask", 8, "positions-grid"),
    ),
]
WHOLE = recipes.load("translate-en-fr-transformer").model
FAIR = {
    row["model"]: row for row in results.load("fair-en-fr").table("models").rows
}
LARGE = {
    row["switch"]: row
    for part in ("model", "training")
    for row in results.load(f"switches-{part}").table("scores").rows
}
SHORT = {name: row["validation_bleu"] for name, row in LARGE.items()}
WHOLE_BOARD = {"residual": True, "post": False, "feed_forward": True}
WHOLE_BOARD |= {"rate": 3e-3, "normalisation": "layer"}
HEADS = results.load("heads-en-fr")


def missed() -> list[float]:
    """The loss without the head that is missed most; of the layer that is, the
    losses without each head, summed, and without all.
    """
    table = HEADS.table("heads")
    worst = max(HEADS.table("layers").rows, key=lambda row: row["loss"])
    own = table.where(kind=worst["kind"], layer=worst["layer"])
    return [max(table.column("loss")), sum(own.column("loss")), worst["loss"]]


def before() -> list[int]:
    """Rows of the map that is shown in which the word before weighs most."""
    encoder = HEADS.table("heads").where(kind="encoder").rows
    one = max(encoder, key=lambda row: row["previous"])
    layers = HEADS.samples["weights"][0]["weights"]["encoder"]
    rows = layers[one["layer"] - 1][one["head"] - 1]
    most = [row.index(max(row)) for row in rows]
    return [sum(s == t - 1 for t, s in enumerate(most)), len(rows)]


def fresh(parts: tuple[bool, ...], layers: int) -> list[list[float]]:
    """Of fresh stacks, by seed: how far a word is from the mean of its
    sentence, relative to its length, and that length.
    """
    recipe = recipes.load("depth")
    circles, _ = recipe.circle(64, torch.Generator().manual_seed(5))
    found = []
    for seed in recipe.seeds:
        stack = recipe.stack(recipe.words + 1, parts, layers, seed)
        with torch.no_grad():
            x = stack.states(circles)[-1]  # B T D
        away, length = (
            each.norm(dim=-1).mean().item() for each in (x - x.mean(1, True), x)
        )
        found.append([away / length, length])
    return [*map(list, zip(*found, strict=True))]


def ended(**setting: Any) -> list[float]:
    """The losses at the end on the board of switches."""
    rows = results.load("switchboard").table("ends")
    same = {"warm_up": True, "feed_forward": True, "post": False}
    return rows.where(**same | setting).column("loss")


def fair(column: str, *models: str) -> list[float]:
    """A column of the fair comparison, of the Transformer and others."""
    return [FAIR[name][column] for name in models]


GROWN = fresh((True, False, True), 10)[1]
SENTENCES += [
    (
        SEVEN,
        "{word} blocks in the encoder, {word} in the decoder, width {}",
        *(WHOLE.encoder_layers, WHOLE.decoder_layers, WHOLE.width),
    ),
    (
        SEVEN,
        "one choice changed at a time, {word} epochs each",
        recipes.load("switches-model").base.settings.epochs,
    ),
    (
        SEVEN,
        "was trained for {} epochs and the Transformer for {}, so",
        *fair("epochs", ATTENTIVE.name, "translate-en-fr-transformer"),
    ),
    (
        SEVEN,
        "the recurrent model has {:.1f} BLEU and the Transformer {:.1f}.",
        *fair("bleu", ATTENTIVE.name, "translate-en-fr-transformer"),
    ),
    (
        SEVEN,
        "an epoch takes {:.0f} seconds instead of {:.0f}",
        *(
            FAIR[name]["seconds"] / FAIR[name]["epochs"]
            for name in ("translate-en-fr-transformer", "bahdanau-same-tokens")
        ),
    ),
    (
        SEVEN,
        "reaches {:.0f} BLEU, and {:.0f} without a warm-up. A lower rate, the "
        "usual remedy, brings {:.0f} at best",
        *(SHORT["post"], SHORT["post, no warm-up"]),
        max(score for name, score in SHORT.items() if name.startswith("post")),
    ),
    (
        SEVEN,
        "a missing warm-up costs {:.0f} points",
        SHORT["as it is"] - SHORT["no warm-up"],
    ),
    (
        SEVEN,
        "a lower training loss ({:.2f} instead of {:.2f}) and a higher "
        "validation loss ({:.2f} instead of {:.2f})",
        *(
            LARGE[switch][f"{part}_loss"]
            for part in ("train", "validation")
            for switch in ("batch normalisation", "as it is")
        ),
    ),
    (
        SEVEN,
        "the loss is {:.2f} instead of {:.2f}.",
        *(
            results.load("switchboard")
            .table("ends")
            .where(**WHOLE_BOARD | {"warm_up": warm})
            .column("loss")[0]
            for warm in (False, True)
        ),
    ),
    (
        SEVEN,
        "Right: {:.2f}. In the layer that is missed most, the four heads cost "
        "{:.2f} one at a time, and {:.2f} together",
        *missed(),
    ),
    (
        SEVEN,
        "in {} of {} rows the largest weight is on the word before",
        *before(),
    ),
    (
        SEVEN,
        "Dropout costs {:.0f} points here",
        SHORT["no dropout"] - SHORT["as it is"],
    ),
    (
        SEVEN,
        "by {:.2f} to {:.2f} of its length (three seeds), which is enough to "
        "learn from. In whole blocks it is {:.2f} to {:.2f}",
        *sorted(fresh((True, False, False), 10)[0])[::2],
        *sorted(fresh((True, True, True), 10)[0])[::2],
    ),
    (
        SEVEN,
        "make words of length {:.0f} about {:,} to {:,} long (three seeds). So "
        "each layer reads a *normalised* copy of it; then ten fresh layers "
        "make them at most {:.0f} long",
        max(fresh((True, False, True), 0)[1]),
        *(100 * round(x / 100) for x in sorted(GROWN)[::2]),
        max(fresh((True, True, True), 10)[1]),
    ),
    (
        SEVEN,
        "at three rates: from {:.1f} to {:.1f}.",
        *sorted(ended(normalisation="none"))[::2],
    ),
    (
        SEVEN,
        "On phrases the loss was {:.2f} without the way around each layer and "
        "{:.2f} without normalisation, instead of {:.2f}",
        *(
            ended(**changed)[0]
            for changed in (
                {"residual": False},
                {"residual": True, "normalisation": "none"},
                {"residual": True, "normalisation": "layer"},
            )
        ),
    ),
    (
        SEVEN,
        "lost {:.0f} BLEU without the scale of its embeddings, {:.0f} without "
        "positions",
        *(
            SHORT["as it is"] - SHORT[f"no {part}"]
            for part in ("embedding scale", "positions")
        ),
    ),
    (
        SEVEN,
        "numbers of four bytes, {:.0f} megabytes",
        4 * 4096**2 * 4 / 10**6,
    ),
    (
        SEVEN,
        "Stack {word} layers of chapter 5",
        recipes.load("depth").depths[-1],
    ),
]
FEW = recipes.load("pretraining")
PRETRAINED, MASKED = map(results.load, (FEW.name, "masked-captions"))
UPDATES = max(PRETRAINED.table("scores").column("before"))


def tuned(column: str, pairs: int, *ways: str) -> list[float]:
    """What ways to begin come to, trained until they get no better."""
    rows = PRETRAINED.table("scores").where(pairs=pairs, until="converged")
    return [rows.where(way=way).mean(column) for way in ways]


def ahead(pairs: int, way: str, other: str) -> float:
    """By how much BLEU one way is better than another."""
    ours, theirs = tuned("bleu", pairs, way, other)
    return ours - theirs


def gained(way: str, of: str) -> float:
    """Which share of the gain of pretraining a way reaches, with one seed."""
    rows = PRETRAINED.table("scores")
    rows = rows.where(pairs=FEW.parts[0], seed=1, until="converged")
    whole, ours, none = (
        rows.where(way=name).mean(of) for name in ("pretrained", way, "scratch")
    )
    return (ours - none) / (whole - none)


SENTENCES += [
    (
        EIGHT,
        "gives a *pseudo-perplexity* of {:.0f}, as if the model chose among",
        MASKED.value("pseudo_perplexity"),
    ),
    (
        EIGHT,
        "one hidden word in each of {} test captions",
        len(MASKED.tables["bits"]),
    ),
    (
        EIGHT,
        "({} blocks, width {}), trained on the",
        recipes.load("lm-captions").model.layers,
        recipes.load("lm-captions").model.width,
    ),
    (
        EIGHT,
        "A Transformer of {} + {} blocks and width {}",
        *(FEW.model.encoder_layers, FEW.model.decoder_layers),
        FEW.model.width,
    ),
    (
        EIGHT,
        "brings the translator from {:.0f} to {:.0f} BLEU",
        *tuned("bleu", 1000, "scratch", "pretrained"),
    ),
    (
        EIGHT,
        "{:.1f} BLEU instead of {:.1f}",
        *tuned("bleu", 1000, "shuffled words", "pretrained"),
    ),
    (
        EIGHT,
        "With 1,000 pairs it is worth {:.1f} points",
        ahead(1000, "pretrained", "shuffled words"),
    ),
    (
        EIGHT,
        "the shuffled texts are {:.1f} points ahead",
        ahead(10_000, "shuffled words", "pretrained"),
    ),
    (
        EIGHT,
        "is {:.1f} nats per token after whole texts and {:.1f} after shuffled "
        "ones, from scratch {:.1f}",
        *tuned("validation_loss", 100, "pretrained", "shuffled words"),
        *tuned("validation_loss", 100, "scratch"),
    ),
    (
        EIGHT,
        "By the validation loss you are right: {:.2f}, between {:.2f} and "
        "{:.2f}",
        *tuned("validation_loss", 1000, "shuffled words", "scratch"),
        *tuned("validation_loss", 1000, "pretrained"),
    ),
    (
        EIGHT,
        "reaches {:.0f} % of the gain in BLEU, and {:.0f} % of that in the "
        "validation loss",
        *(100 * gained("LoRA", of) for of in ("bleu", "validation_loss")),
    ),
    (
        EIGHT,
        "{:,} single texts for {word} epochs, which are {:,} updates",
        PRETRAINED.value("english") + PRETRAINED.value("french"),
        FEW.pretrain.epochs,
        UPDATES,
    ),
    (
        EIGHT,
        "with a frozen encoder the translator has {:.1f} BLEU, with a frozen "
        "decoder {:.1f}",
        *tuned("bleu", 1000, "encoder frozen", "decoder frozen"),
    ),
    (EIGHT, "so we count updates: {:,} for each", UPDATES + FEW.after),
    (EIGHT, "After {} updates of fine-tuning", FEW.short[1]),
]


def classified(column: str, kind: str, of: str = "digits") -> list[float]:
    """A column of the comparison of ViT and CNN, over the number of images."""
    rows = results.load(f"vision-{of}").table("scores")
    where = {"kind": kind, "shuffled": False}
    return rows.over(by="images", of=column, where=where).mean


def shuffle_costs(kind: str, of: str = "digits") -> float:
    """How many of 100 test images fewer are right under one fixed shuffle, on
    average.
    """
    rows = results.load(f"vision-{of}").table("scores").where(kind=kind)
    right = [rows.where(shuffled=x).mean("test") for x in (False, True)]
    return 100 * (right[0] - right[1])


def helped() -> list[float]:
    """How many of 100 test digits the ViT gains by moves in training, over the
    number of digits.
    """
    both = (classified("test", "ViT", of) for of in ("digits", "digits-plain"))
    return [100 * (a - b) for a, b in zip(*both, strict=True)]


def pretrained_gain(over: str) -> list[float]:
    """How many of 100 photographs more the pretrained ViT has right than a
    model from scratch, over the number of labels.
    """
    stored = results.load("vision-cifar-masked")
    counts = [count for count, _ in stored.recipe["budgets"]]
    rows = results.load("vision-cifar").table("scores")
    rows = rows.where(kind=over, shuffled=False)
    return [
        100 * (ours - rows.where(images=count).mean("test"))
        for count, ours in zip(
            counts, classified("test", "ViT", "cifar-masked"), strict=True
        )
    ]


def lead(shuffled: bool, images: int) -> float:
    """How many of 100 photographs more the CNN has right than the ViT."""
    rows = results.load("vision-cifar").table("scores")
    rows = rows.where(shuffled=shuffled, images=images)
    vit, cnn = (rows.where(kind=kind).mean("test") for kind in ("ViT", "CNN"))
    return 100 * (cnn - vit)


def pointed(trained: bool, by: str = "rollout") -> list[float]:
    """How often a map hits the box, in percent, by seed."""
    rows = results.load("vit-scenes").table("pointing")
    rows = rows.where(map=by, trained=trained)
    return [100 * share for share in rows.column("share")]


def mean(values: list[float]) -> float:
    """Their mean."""
    return sum(values) / len(values)


DIGITS = {
    name: results.load(f"vit-digits{name}").value("accuracy")
    for name in ("", "-none")
}
SENTENCES += [
    (
        NINE,
        "a step of one pixel changes {:.0f} % of its predictions",
        100 * classified("moved", "CNN")[0],
    ),
    (
        NINE,
        "enough for {word} of ten digits",
        round(10 * DIGITS["-none"]),
    ),
    (
        NINE,
        "it is worth {:.0f} digits in 100",
        100 * (DIGITS[""] - DIGITS["-none"]),
    ),
    (
        NINE,
        "That costs about {:.0f} digits in 100. The ViT loses {:.3f} on "
        "average",
        *(shuffle_costs("CNN"), shuffle_costs("ViT") / 100),
    ),
    (
        NINE,
        "by {:.0f} in 100 at best. With 1,200 digits they cost it {:.0f} in "
        "100",
        max(helped()),
        -helped()[-1],
    ),
    (
        NINE,
        "{:.0f} % of the ViT's predictions change instead of {:.0f} %. The CNN "
        "changes {:.0f} % of its predictions without",
        *(
            100 * classified("moved", kind, of)[-1]
            for kind, of in (
                ("ViT", "digits"),
                ("ViT", "digits-plain"),
                ("CNN", "digits-plain"),
            )
        ),
    ),
    (
        NINE,
        "costs the CNN {:.0f} photographs in 100, and the ViT none",
        shuffle_costs("CNN", "cifar"),
    ),
    (
        NINE,
        "it is {:.0f} in 100 in place, and {:.0f} in 100 shuffled; with 500, "
        "{:.0f} and {:.0f}",
        *(lead(shuffled, n) for n in (5000, 500) for shuffled in (False, True)),
    ),
    (
        NINE,
        "only {:.0f} % of its training images right",
        100 * classified("train", "ViT", "cifar")[-1],
    ),
    (
        NINE,
        "The CNN has learned {:.0f} % of them",
        100 * classified("train", "CNN", "cifar")[-1],
    ),
    (
        NINE,
        "by {:.0f} photographs in 100 with 500 labels, and by {:.0f} with "
        "5,000. The CNN, without any pretraining, stays ahead by {:.0f} "
        "to {:.0f}.",
        *(pretrained_gain("ViT")[0], pretrained_gain("ViT")[-1]),
        *sorted(-gain for gain in pretrained_gain("CNN"))[::2],
    ),
    (
        NINE,
        "In {:.0f} of 100 scenes the largest weight lies in the box. A random "
        "patch lies in it in {:.0f} of 100",
        mean(pointed(True)),
        100 * results.load("vit-scenes").value("chance"),
    ),
    (
        NINE,
        "{:.0f} times on average, from {:.0f} to {:.0f} by seed",
        mean(pointed(False)),
        *(min(pointed(False)), max(pointed(False))),
    ),
    (
        NINE,
        "in block 1 from {:.0f} to {:.0f} times by seed",
        *sorted(pointed(False, "block 1"))[::2],
    ),
    (
        NINE,
        "the step from {:.0f} to {:.0f} in 100",
        *(mean(pointed(trained)) for trained in (False, True)),
    ),
    (
        NINE,
        "(All models here use one learning rate, {}.)",
        *recipes.load("vision-twins").rates,
    ),
    (
        "chapters/exercises/09_vision_transformer.ipynb",
        "is right for {:.0f} of 100 test digits. Its twin `vit-digits-none` "
        "has no positions, and is right for {:.0f} of 100",
        *(100 * DIGITS[name] for name in ("", "-none")),
    ),
]
SENTENCES += [
    (
        "book/index.md",
        f"[{{word}} exercise{'s' * (exercises(stem) > 1)}]"
        f"(../chapters/exercises/{stem}.ipynb)",
        exercises(stem),
    )
    for stem in (path.stem for path in CHAPTERS)
]
"""A page, a sentence with gaps, and what stands in each: a number, or a tuple
whose length is told in a word.
"""


def text(page: str) -> str:
    """What a page says to its reader, on one line."""
    path = ROOT / page
    notebook = path.suffix == ".ipynb"
    content = prose(path) if notebook else path.read_text(encoding="utf-8")
    return " ".join(content.split())


@pytest.mark.parametrize(
    ("page", "sentence", "values"),
    [(page, said, values) for page, said, *values in SENTENCES],
)
def test_a_number_in_a_sentence_is_the_one_that_was_used(
    page: str, sentence: str, values: list
) -> None:
    """The sentence stands on the page, with these numbers in its gaps."""
    for value in values:
        count = len(value) if isinstance(value, tuple) else value
        gap = re.search(r"{[\w:,.]*}", sentence)[0]
        told = WORDS[count] if gap == "{word}" else gap.format(count)
        sentence = sentence.replace(gap, told, 1)
    assert sentence in text(page)


REFUTED = {
    r"\b(than|as) (the |its |their )?seeds? differ|than they differ|differ by "
    r"more": "say whether the ranges of the seeds overlap",
    r"\bnot (been )?run\b": "leave out what was not run",
}
"""What no page says, and what it says instead."""
CHOICE = r"[^.]*\brates?\b[^.]*\bchosen\b[^.]*\."
PAGES = ["book/claims.md", "book/deviations.md", "book/index.md"]
PAGES += [str(path.relative_to(ROOT)) for path in NOTEBOOKS]
EDGE = r"largest|smallest|edge|of two|validation bags"


@pytest.mark.parametrize("page", PAGES)
def test_no_page_says_what_its_rows_cannot_carry(page: str) -> None:
    said = text(page)
    for pattern, instead in REFUTED.items():
        found = re.search(f".{{40}}({pattern})", said)
        assert not found, f"{instead}: {found[0]}"
    for sentence in re.findall(CHOICE, said):
        assert re.search(EDGE, sentence), f"was it at the edge? {sentence}"


def test_words_of_fresh_attention_alone_differ_by_rounding() -> None:
    """After four layers by less than a millionth of their length, as chapter 7
    says.
    """
    away, _ = fresh((False, False, False), 4)
    assert max(away) < 1e-6
    assert "less than a millionth of their length" in text(SEVEN)
