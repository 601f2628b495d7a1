"""How well a Vision Transformer classifies photographs, from scratch."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

NAME = "vit-cifar"


def accuracy() -> Finding:
    """One long training, with a stem of convolutions."""
    stored = results.load(NAME)
    history = stored.table("epochs")
    losses = {
        "training": history.column("train"),
        "validation": history.column("validation"),
    }
    right = stored.value("accuracy")
    assert losses["validation"][-1] < losses["validation"][0], "it learns"
    figure = plots.lines(
        history.column("epoch"),
        losses,
        xlabel="epoch",
        ylabel="loss",
        alt="Losses of a Vision Transformer on photographs, by epoch.",
    )
    hours = stored.made["seconds"] / 3600
    caption = f"""One long training gets {right:.3f} of the 10,000 test
    photographs right, and {stored.value("moved"):.3f} of the same moved by a
    pixel. A ViT of
    {stored.value("parameters"):,} parameters with a stem of convolutions,
    {len(history.rows)} epochs on 49,000 photographs of CIFAR-10 (a copy that
    went through JPEG), {hours:.1f} hours on one thread, one seed. The training
    loss is that of smoothed labels."""
    return Finding("photographs.accuracy", figure, caption, (stored,))
