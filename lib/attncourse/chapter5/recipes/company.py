"""The mean vector of each frequent word after the encoder of the shipped
Transformer: what words in a reader's sentence are near to.
"""

import base64
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import torch

from attnbook import pretrained
from attnbook.data import translation
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Company:
    """The words that the first `sentences` of the corpus have most often, each
    one token and at least `shortest` letters long.
    """

    name: str = "word-company"
    model: str = "translate-en-fr-transformer"
    sentences: int = 4000
    words: int = 450
    shortest: int = 3
    levels: int = 127  # a number of a vector of length 1 is one of so many

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Encode the sentences, and average the vectors of each word."""
        workspace.check_writable(self.name)
        found = self.vectors()
        most = sorted(found, key=lambda word: -len(found[word]))[: self.words]
        means = torch.stack([torch.stack(found[w]).mean(0) for w in most])
        unit = torch.nn.functional.normalize(means, dim=-1)
        whole = (self.levels * unit).round().numpy().astype(np.int8)
        return workspace.write(
            self,
            seconds=0.0,
            values={"width": (whole.shape[1], "numbers")},
            tables={
                "words": [{"word": w, "count": len(found[w])} for w in most]
            },
            samples={"vectors": base64.b64encode(whole.tobytes()).decode()},
        )

    @torch.no_grad()
    def vectors(self) -> dict[str, list[torch.Tensor]]:
        """What the encoder gives for each word, wherever it stands."""
        translator = pretrained.load(self.model)
        pairs = translation.load("multi30k", "en-fr", "train")
        found = defaultdict(list)
        for sentence, _ in pairs[: self.sentences]:
            tokens = translator.tokenizer.encode(sentence)
            memory, _ = translator.model.encode(torch.tensor([tokens]))
            pieces = [*translator.tokenizer.pieces(tokens), ""]
            for k, x in enumerate(memory[0]):
                word, after = pieces[k : k + 2]
                whole = word.isalpha() and not after.startswith("+")
                if whole and len(word) >= self.shortest:
                    found[word].append(x)
        return found


COMPANY = Company()
