"""A folder of thirty thousand images, from the command line to a model."""

from dataclasses import replace

import psutil

from attnbook.data import images
from attnbook.train import captions
from attncourse.experiments import recipes
from tests.attnbook.data.toys import crowd, written
from tests.attncourse.chapter3.recipes.toys import FOLDER
from tests.attncourse.cli.toys import run


def anonymous() -> int:
    """Bytes that the process holds itself, without what is mapped."""
    info = psutil.Process().memory_info()
    return info.rss - getattr(info, "shared", 0)


def test_thirty_thousand_images_take_no_memory(tmp_path, monkeypatch) -> None:
    """Their numbers are 369 MB: neither while they are read nor while all are
    trained on does the process grow by half of that.
    """
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    model = replace(FOLDER.model, side=64, channels=(2, 2, 2, 2, 3))
    recipe = replace(
        FOLDER,
        model=model,
        batch_tokens=2000,
        settings=replace(
            FOLDER.settings, epochs=1, checkpoint_every=10_000, warmup=1
        ),
    )
    monkeypatch.setattr(recipes, "load", lambda _: recipe)
    used: list[int] = []

    def watched(function):
        def inner(*arguments, **options):
            used.append(anonymous())
            return function(*arguments, **options)

        return inner

    def measured(count: int) -> list[int]:
        folder = tmp_path / f"{count}"
        names = crowd(folder, count)
        lines = ["image,caption", *(f"{name},a red square" for name in names)]
        written(folder, lines)
        used.clear()
        result = run(
            "run", "caption-folder", "--quiet", "--folder", str(folder)
        )
        assert result.exit_code == 0, result.output
        return used.copy()

    monkeypatch.setattr(images, "read", watched(images.read))
    monkeypatch.setattr(
        captions, "cross_entropy", watched(captions.cross_entropy)
    )
    few, many = measured(1_000), measured(30_000)
    stored = next(tmp_path.glob("runs/caption-folder/30000-*/images.u8"))
    assert stored.stat().st_size == 368_640_000
    assert len(many) > 30_000
    assert max(many) - max(few) < 180_000_000
