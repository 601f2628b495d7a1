"""Looking up names, in miniature."""

from dataclasses import replace

import torch

from attncourse.chapter4.recipes.look_up import KINDS, Reader
from attncourse.experiments import recipes
from tests.attncourse.experiments.toys import SHORT
from tests.toys import unchecked

LOOK_UP = recipes.load("look-up")


def test_a_question_names_one_row_of_its_memory_and_asks_for_its_colour():
    asked, memory, colour = LOOK_UP.draw(
        3, 40, torch.Generator().manual_seed(1)
    )
    fixed = torch.Generator().manual_seed(3)
    names, colours = (torch.randn(n, 16, generator=fixed) / 4 for n in (32, 8))
    wanted = asked + colours[colour]  # B D
    off = (memory - wanted[:, None]).norm(dim=-1)
    assert (off.amin(-1) < 1e-6).all(), "the row is there"
    name = torch.cdist(asked, names).argmin(-1)
    torch.testing.assert_close(names[name], asked)


def test_vectors_belong_to_the_seed_and_questions_to_the_generator():
    def draw(seed, number):
        return LOOK_UP.draw(seed, 9, torch.Generator().manual_seed(number))

    assert all(map(torch.equal, draw(1, 5), draw(1, 5)))
    assert not torch.equal(draw(1, 5)[1], draw(2, 5)[1])
    assert torch.equal(draw(1, 5)[2], draw(2, 5)[2])


def test_kinds_share_what_they_say():
    readers = {kind: Reader(kind, 4, 16, 8) for kind in KINDS}
    assert readers["shared"].key is readers["shared"].value
    assert readers["separate"].key is not readers["separate"].value
    memory = torch.randn(2, 3, 16)
    assert readers["inputs"].key(memory) is memory
    for reader in readers.values():
        assert reader(torch.randn(2, 16), memory).shape == (2, 8)


def test_two_matrices_learn_to_look_up():
    recipe = replace(
        LOOK_UP,
        names=4,
        colours=2,
        memory=2,
        each=100,
        tested=200,
        settings=replace(SHORT, epochs=3),
    )
    with unchecked():
        model, history = recipe.fit({"kind": "separate", "width": 8}, 1, 1e-2)
        *given, colour = recipe.draw(1, 400, torch.Generator().manual_seed(7))
        assert (model(*given).argmax(-1) == colour).double().mean() > 0.95
    assert history[-1]["validation"] < history[0]["validation"]


def test_without_the_root_scores_are_as_many_times_larger():
    sizes = "separate", 9, 16, 8
    with_root, without = Reader(*sizes), Reader(*sizes, root=False)
    without.load_state_dict(with_root.state_dict())
    asked, memory = torch.randn(2, 16), torch.randn(2, 3, 16)
    with torch.no_grad():
        without.query.weight /= 3
    torch.testing.assert_close(with_root(asked, memory), without(asked, memory))


def test_all_names_of_one_memory_are_asked_in_its_order():
    names, memory = LOOK_UP.ask_all(seed=4)
    assert names.shape == (8, 16) and memory.shape == (8, 8, 16)
    rests = memory[0] - names
    known = LOOK_UP._vectors(4)[1]
    assert (torch.cdist(rests, known).amin(-1) < 1e-5).all()
