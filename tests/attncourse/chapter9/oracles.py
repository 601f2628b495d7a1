"""The exercises of chapter 9 by loops of `spec`."""

import torch

from attncourse import spec


def to_patches(images, patch):
    """The library's order is channel, line, column; this one ends with the
    channel.
    """
    C = images.shape[1]
    order = [
        c * patch**2 + place for place in range(patch**2) for c in range(C)
    ]
    return torch.stack([spec.patchify(x, patch)[:, order] for x in images])


def by_convolution(images, E, b, patch):
    return torch.stack(
        [
            torch.stack([spec.times(E.T, row) + b for row in rows])
            for rows in to_patches(images, patch)
        ]
    )


def embed(images, E, b, token, positions, patch):
    words = by_convolution(2 * (images / 255) - 1, E, b, patch)
    return torch.stack(
        [
            torch.stack(
                [w + p for w, p in zip([token, *z], positions, strict=True)]
            )
            for z in words
        ]
    )


def class_rollout(weights):
    found = [spec.rollout([*blocks])[0, 1:] for blocks in weights]
    return torch.stack([row / row.sum() for row in found])


def offset_bias(table):
    I, J = (len(side) // 2 for side in (table[0], table[0, 0]))  # noqa: E741
    places = [(i, j) for i in range(I + 1) for j in range(J + 1)]
    found = torch.zeros(len(table), len(places), len(places)).to(table)
    for t, (i, j) in enumerate(places):
        for s, (k, m) in enumerate(places):
            found[:, t, s] = table[:, I + k - i, J + m - j]
    return found
