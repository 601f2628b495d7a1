"""Answers to `pack`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(tokens, start, pad):
    inputs, after = tokens[:, :-1], tokens[:, 1:]
    wanted = after.masked_fill(after == start, pad)
    sentence = (inputs == start).cumsum(1)
    same = sentence[:, None, :, None] == sentence[:, None, None]
    seen = same.tril()
    places = seen[:, 0].sum(-1) - 1
    return inputs, wanted, seen, places


@bank.right
def by_intervals(tokens, start, pad):
    """A token sees those from its START on, up to itself."""
    inputs = tokens[:, :-1]
    wanted = torch.where(tokens == start, pad, tokens)[:, 1:]
    t = torch.arange(inputs.shape[1])
    begin = torch.where(inputs == start, t, 0).cummax(1).values[..., None]
    seen = (t >= begin) & (t <= t[:, None])
    return inputs, wanted, seen[:, None], t - begin[..., 0]


@bank.right
def by_blocks(tokens, start, pad):
    """One sentence after the other, as a square of the mask."""
    B, T = len(tokens), tokens.shape[1] - 1
    seen, places = torch.zeros(B, 1, T, T).bool(), torch.zeros(B, T).long()
    for b, row in enumerate(tokens[:, :-1]):
        begins = (row == start).nonzero()[:, 0].tolist()
        for i, j in zip(begins, [*begins[1:], T], strict=True):
            seen[b, 0, i:j, i:j] = torch.ones(j - i, j - i).tril()
            places[b, i:j] = torch.arange(j - i)
    wanted = tokens[:, 1:].clone()
    wanted[wanted == start] = pad
    return tokens[:, :-1], wanted, seen, places


bank.slips(
    plain,
    {
        "the next START is wanted": (
            "after.masked_fill(after == start, pad)",
            "after",
        ),
        "no axis for the heads": ("wanted, seen", "wanted, seen[:, 0]"),
        "True means hidden": ("wanted, seen", "wanted, ~seen"),
        "a token does not see itself": ("seen, p", "seen.tril(-1), p"),
        "start is always 1, and pad 0": (
            "plain(tokens, start, pad):\n",
            "plain(tokens, start, pad):\n    start, pad = 1, 0\n",
        ),
        "a mask of numbers, not of True and False": (
            "seen, p",
            "seen.double(), p",
        ),
        "places start at 1": (" - 1", ""),
        "the mask shows the future: triu instead of tril": (
            "wanted, seen",
            "wanted, same.triu()",
        ),
        "places restart behind each START, which is the end of the last": (
            "seen, places",
            "seen, torch.cat([places[:, :1], places[:, :-1]], 1)",
        ),
        "the START of the next sentence is fed as padding": (
            "return inputs",
            "return inputs.masked_fill(inputs == start, pad)",
        ),
    },
)
bank.fresh(
    plain,
    {
        "shifted the wrong way": (
            "[:, :-1], tokens[:, 1:]",
            "[:, 1:], tokens[:, :-1]",
        ),
        "the number of the sentence as place": (
            "seen[:, 0].sum(-1) - 1",
            "sentence - 1",
        ),
        "start and pad change places in what is wanted": (
            "after == start, pad",
            "after == pad, start",
        ),
        "places count who sees a token": ("sum(-1)", "sum(-2)"),
    },
)
