"""Typical wrong answers to `split_heads`."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong("it comes from another word. Each word is split by itself")
def reshape_alone(x, H):
    B, T, D = x.shape
    return x.reshape(B, H, T, D // H)


@wrong("the words still come before the heads: the transpose is missing.")
def no_transpose(x, H):
    return x.unflatten(-1, (H, -1))


@wrong("you deal the numbers out, every H-th to the same head.")
def interleaved(x, H):
    B, T, D = x.shape
    return x.reshape(B, T, D // H, H).permute(0, 3, 1, 2)


@wrong("the heads come before the sentences. The batch is the first axis.")
def heads_first(x, H):
    return torch.stack(x.chunk(H, -1))


@wrong("the words are the last axis, and K the one before")
def turned(x, H):
    B, T, D = x.shape
    return x.reshape(B, T, H, D // H).permute(0, 2, 3, 1)


@wrong("the heads stand backwards.")
def backwards(x, H):
    return torch.stack(x.chunk(H, -1)[::-1], 1)


@wrong("it belongs to head 0. Head h of word t holds the numbers h K to")
def first_again(x, H):
    first = x[..., : x.shape[-1] // H]
    return torch.stack([first] * H, 1)


@wrong("it is of the right head, at another place in it.")
def flipped(x, H):
    return torch.stack(x.chunk(H, -1), 1).flip(-1)


@wrong("heads must have the shape (B, H, T, K)")
def kept_whole(x, H):
    return x[:, None].expand(-1, H, -1, -1)


@wrong("H is the number of heads, and not the width of one.")
def count_for_width(x, H):
    B, T, D = x.shape
    return x.reshape(B, T, D // H, H).transpose(1, 2)


@wrong("it stands in another sentence. The batch stays as it is.")
def last_sentence_first(x, H):
    return torch.stack(x.flip(0).chunk(H, -1), 1)


@wrong("is no number of x. It must be")
def divided(x, H):
    return torch.stack(x.chunk(H, -1), 1) / H


@wrong("it comes from another word.")
def transposed_first(x, H):
    B, T, D = x.shape
    return x.transpose(1, 2).reshape(B, H, T, D // H)


@wrong("heads must be a tensor: yours is a tuple of 2.")
def a_tuple(x, H):
    return x.chunk(H, -1)


@wrong("heads must have the shape (B, H, T, K)")
def first_head(x, H):
    return x[..., : x.shape[-1] // H][:, None]


@wrong("your function raised")
def view_after(x, H):
    B, T, D = x.shape
    return x.transpose(1, 2).view(B, H, T, D // H)


@wrong("is x[0, 0, 1], and must be x[0, 0, 7]: it belongs to head 0.")
def overlapping(x, H):
    K = x.shape[-1] // H
    return torch.stack([x[..., h : h + K] for h in range(H)], 1)


@wrong("Provided sizes [2, -1] don't multiply up to the size of dim 2 (D)")
def always_two(x, H):
    return x.unflatten(-1, (2, -1)).transpose(1, 2)


@wrong("A size is an int: / makes a float, // makes an int.")
def divided_width(x, H):
    B, T, D = x.shape
    return x.reshape(B, T, H, D / H).transpose(1, 2)
