"""What refutes the claims of chapter 9."""

from tests.attncourse.experiments.stored import put, put_sample, put_value

REFUTED = {
    ("vit-digits", "digits.accuracy"): [put_value("accuracy", 0.9)],
    ("vit-digits-none", "digits.accuracy"): [
        put_value("accuracy", 0.4),
        put_value("accuracy", 0.9),
    ],
    ("vision-digits", "vision.opening"): [
        put("scores", "test", 0.9, kind="ViT", images=50, shuffled=False),
        put_sample("examples", 0, ViT=[1, 1]),
    ],
    ("vision-digits-plain", "vision.augmented"): [
        put("scores", "test", 0.99, kind="ViT")
    ],
    ("vision-digits", "vision.augmented"): [
        put("scores", "test", 0.95, kind="ViT", images=50, shuffled=False)
    ],
    ("vision-cifar", "vision.photographs"): [
        put("scores", "test", 0.8, kind="ViT", shuffled=False),
        put("scores", "test", 0.9, kind="CNN", shuffled=True),
        put("scores", "test", 0.2, kind="CNN", shuffled=True),
        put("scores", "test", 0.2, kind="ViT", shuffled=True),
    ],
    ("vision-cifar-hybrid", "vision.assumptions"): [
        put("scores", "test", 0.59, kind="ViT, stem"),
        put("scores", "test", 0.63, kind="ViT, both"),
        put("scores", "test", 0.75, kind="ViT, stem"),
        put("scores", "test", 0.55, kind="ViT, offsets"),
    ],
    ("vision-cifar-masked", "masked_patches.gain"): [
        put("scores", "test", 0.2),
        put("scores", "test", 0.95),
    ],
    ("vit-cifar", "photographs.accuracy"): [
        put("epochs", "validation", 9.0, epoch=24)
    ],
    ("vision-digits", "vision.digits"): [
        put("scores", "test", 0.8, kind="ViT", images=50, shuffled=False),
        put("scores", "test", 0.99, kind="CNN", shuffled=True, images=400),
        put("scores", "test", 0.1, kind="ViT", images=400, shuffled=True),
    ],
    ("vision-digits", "vision.fitted"): [
        put("scores", "train", 0.9, kind="ViT", images=50)
    ],
    ("vision-twins", "vision.far_apart"): [
        put("scores", "test", 0.7, kind="CNN"),
        put("scores", "test", 0.6, kind="ViT"),
        put_value("CNN", 70_000),
    ],
    ("vision-twins-deep", "vision.far_apart"): [
        put("scores", "test", 0.9, kind="CNN"),
    ],
    ("vision-twins-whole", "vision.far_apart"): [
        put("scores", "test", 0.95, images=20_000),
        put("scores", "test", 0.5, images=2000),
    ],
    ("vit-scenes", "vit_scenes.pointing"): [
        put("pointing", "share", 0.6, map="rollout", trained=True),
        put("pointing", "share", 0.2, map="rollout", trained=False),
    ],
    ("vit-scenes", "vit_scenes.cases"): [put_sample("cases", 0, hit=True)],
}
"""A result, a finding that is made of it, and changes that refute it."""
