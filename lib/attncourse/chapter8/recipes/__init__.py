"""The recipes of chapter 8."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {
    "lm-captions": Entry(
        "language:CAPTIONS",
        "a language model of English captions",
        "Multi30k",
    ),
    "masked-captions": Entry(
        "shannon:MASKED",
        "a masked model of captions, beside the causal one",
        "Multi30k, the model of captions",
    ),
    "denoisers": Entry(
        "denoising:DENOISERS",
        "models that restore damaged texts, whole and with shuffled words",
        "Multi30k",
    ),
    "pretraining": Entry(
        "pretraining:PRETRAINING",
        "translators from few pairs, pretrained and from scratch",
        "Multi30k, the denoisers",
    ),
}
