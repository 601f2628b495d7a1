"""Fresh answers to `class_rollout`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def mixed(weights, heads=2):
    mean = weights.mean(heads)
    return (mean + torch.eye(mean.shape[-1]).to(mean)) / 2


def product(blocks):
    through = blocks[:, 0]
    for block in range(1, blocks.shape[1]):
        through = blocks[:, block] @ through
    return through


def shared(row):
    return row / row.sum(-1, keepdim=True)


def patches(through):
    return shared(through[:, 0, 1:])


bank.wrong("halves the identity alone: no brackets")(
    lambda weights: patches(
        product(
            (mean := weights.mean(2)) + torch.eye(mean.shape[-1]).to(mean) / 2
        )
    )
)
bank.wrong("adds 1 to every weight, not the identity")(
    lambda weights: patches(product((weights.mean(2) + 1) / 2))
)
bank.wrong("the first block on the left")(
    lambda weights: patches(product(mixed(weights).flip(1)))
)
bank.wrong("the mean over the blocks: multiplies the heads")(
    lambda weights: patches(product(mixed(weights, heads=1)))
)
bank.wrong("column 0, not row 0: who reads the class token")(
    lambda weights: patches(product(mixed(weights)).mT)
)
bank.wrong("multiplies the blocks number by number")(
    lambda weights: patches(mixed(weights).prod(1))
)
bank.wrong("divides by the sum with the class token in it")(
    lambda weights: shared(product(mixed(weights))[:, 0])[:, 1:]
)


@bank.wrong("starts from the identity, and leaves the first block out")
def without_the_first(weights):
    blocks = mixed(weights)
    blocks[:, 0] = torch.eye(blocks.shape[-1]).to(blocks)
    return patches(product(blocks))


@bank.right
def from_the_last(weights):
    row = torch.eye(weights.shape[-1]).to(weights)[:1]  # 1 T
    for block in mixed(weights).flip(1).unbind(1):
        row = row @ block
    return shared(row[:, 0, 1:])


bank.right(lambda weights: patches(product(2 * mixed(weights))))
