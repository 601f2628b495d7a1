"""What refutes the claims of chapter 9."""

from tests.attncourse.experiments.stored import put, put_sample, put_value

REFUTED = {
    ("vision-digits", "vision.opening"): [
        put("scores", "test", 0.9, kind="CNN", images=200, shuffled=False),
        put("scores", "moved", 0.01, kind="ViT", images=1200, shuffled=False),
    ],
    ("vision-digits", "vision.digits"): [
        put("scores", "test", 0.9, kind="ViT", images=50, shuffled=False),
        put("scores", "test", 0.99, kind="CNN", images=200, shuffled=True),
    ],
    ("vision-twins", "vision.far_apart"): [
        put("scores", "test", 0.99, kind="CNN"),
        put_value("CNN", 70_000),
    ],
    ("vit-scenes", "vit_scenes.pointing"): [
        put("pointing", "share", 0.6, map="rollout", trained=True),
        put("pointing", "share", 0.2, map="rollout", trained=False),
    ],
    ("vit-scenes", "vit_scenes.cases"): [put_sample("cases", 0, hit=True)],
}
"""A result, a finding that is made of it, and changes that refute it."""
