"""The player keeps what was recorded, and refuses what it cannot play."""

import torch

from attncourse.live.player import Player


def frames(count=3, shape=(2, 3)):
    draws = torch.Generator().manual_seed(1)
    return [
        (k + 1, 1 / (k + 1), torch.rand(shape, generator=draws).softmax(-1))
        for k in range(count)
    ]


def test_it_keeps_every_frame_with_three_digits():
    recorded = frames()
    figure = Player(recorded, rows=["a", "b"])
    assert [step["number"] for step in figure.steps] == [1, 2, 3]
    assert figure.columns == ["1", "2", "3"]
    for step, (_, loss, weights) in zip(figure.steps, recorded, strict=True):
        assert step["loss"] == round(loss, 4)
        kept = torch.tensor(step["weights"])[0]
        assert (kept / 1000 - weights).abs().max() <= 0.00051
        assert not kept.is_floating_point()


def test_several_matrices_have_names_and_weights_may_need_gradients():
    recorded = [(n, x, a.requires_grad_()) for n, x, a in frames(2, (2, 4, 4))]
    outlines = [[(0, 1)], [(3, 2), (1, 0)]]
    figure = Player(recorded, names=["one", "two"], outlines=outlines)
    assert figure.panels[1] == {"name": "two", "outline": [[1, 0], [3, 2]]}
    assert len(figure.steps[0]["weights"]) == 2


def test_its_picture_is_the_last_frame():
    last = torch.tensor([[0.25, 0.75], [0.9, 0.1]])
    figure = Player([(1, 0.7, last.flip(1)), (9, 0.2, last)])
    assert "epoch 1 to 9" in figure.still().alt
    assert "0.75 at 2" in figure.still().alt


def test_boxes_on_a_picture_are_shares_of_it():
    weights = [[0.25, 0.75], [0.9, 0.1]]
    figure = Player(
        [(1, 0.7, weights)], image=torch.ones(3, 4, 8), boxes=[(0, 2, 6, 4)]
    )
    assert figure.image.startswith("data:image/png;base64,")
    assert figure.boxes == [[0, 0.5, 0.75, 1]]
    assert "0.90" in figure.still().alt
    assert "inside the frame" in figure.still().alt
