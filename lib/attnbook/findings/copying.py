"""How long a sequence a Transformer copies, beside the recurrent model."""

from attnbook import results
from attnbook.findings.finding import Finding, lines


def by_length() -> Finding:
    """"""
    stored, recurrent = (
        results.load(name) for name in ("copy-transformer", "copy-length")
    )
    kinds = {
        "Transformer": (stored, "sinusoidal"),
        "Transformer, random starts": (stored, "random starts"),
        "recurrent, with attention": (recurrent, "additive"),
    }
    curves = {
        label: one.table("accuracy").over(
            by="length", of="free", where={"attention": kind}
        )
        for label, (one, kind) in kinds.items()
    }
    x = recurrent.recipe["lengths"]
    figure = lines(
        curves,
        {"chance": [stored.value("chance")] * len(x)},
        xlabel="length of the sequence (symbols)",
        ylabel="share of symbols copied",
        alt="Share of symbols copied against the length of the sequence, for "
        "two Transformers and a recurrent model.",
        logx=True,
        limits=(0, 1),
    )
    caption = ""
    return Finding("copying.by_length", figure, caption, (stored, recurrent))
