"""Two shipped translators at work on the reader's own sentence. Built in
chapter 1.
"""

import traitlets

from attncourse.figures import plots
from attncourse.live.base import ModelFigure


class LiveTranslator(ModelFigure):
    """Type an English sentence; see both translations and who reads whom.

    `models` gives for each of two models (without attention, with it) its
    name, the label that the reader sees, and the bytes of its weights.
    Each of `examples` is {"sentence": text, "answers": two}; an answer, in
    the order of the models, is {"text", "source": S pieces, "target": T
    pieces, "weights": (T, S) or None}. An example may have no answers: it
    waits for the models; the first has them.
    Raises TraitError for an example that is not there.
    """

    WHO = "Two translators"
    READS = "What attention reads, as weights"
    """Of all, and of the one whose weights the picture shows."""
    languages = traitlets.List(["en", "fr"])

    def still(self) -> plots.Figure:
        """The weights of the first recorded sentence, or of the chosen one."""
        example = self._answered()
        said, shown = self._said(example)
        alt = [f"{self.WHO} read: {example['sentence']}", *said, self.READS]
        return plots.heatmap(
            shown["weights"],
            rows=shown["target"],
            columns=shown["source"],
            xlabel="source (English)",
            ylabel="target (French)",
            alt=" ".join(alt),
        )
