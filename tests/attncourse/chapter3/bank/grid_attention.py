"""Answers to `grid_attention`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(s, z, W_q, W_k, v):
    query, keys = (s @ W_q.T)[:, None, None], z @ W_k.T
    e = torch.tanh(query + keys) @ v
    weights = e.flatten(1).softmax(-1).reshape(e.shape)
    return (weights[..., None] * z).sum((1, 2)), weights


@bank.right
def all_einsum(s, z, W_q, W_k, v):
    query = torch.einsum("bu,au->ab", s, W_q)[..., None, None]
    hidden = (query + torch.einsum("am,bijm->abij", W_k, z)).tanh()
    e = torch.einsum("a,abij->bij", v, hidden)
    weights = (e - e.logsumexp((1, 2), True)).exp()
    return torch.einsum("bijm,bij->bm", z, weights), weights


@bank.right
def image_by_image(s, z, W_q, W_k, v):
    contexts, maps = [], []
    for state, grid in zip(s, z, strict=True):
        e = torch.tanh(W_q @ state + grid @ W_k.T) @ v
        maps.append(e.reshape(-1).softmax(0).reshape(e.shape))
        contexts.append(torch.tensordot(maps[-1], grid, 2))
    return torch.stack(contexts), torch.stack(maps)


SLIPS = {
    "forgets the state": ("query + ", ""),
    "the state of the first image for all": ("(s @", "(s[:1] @"),
    "forgets the tanh": ("torch.tanh", ""),
    "the mean over the places, not the sum": ("sum(", "mean("),
    "sums the hidden layer without v": (" @ v", ".sum(-1)"),
    "leaves the weights in a row": (", weights\n", ", weights.flatten(1)\n"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "a sigmoid, not a tanh": ("tanh", "sigmoid"),
    "the tanh of the keys alone": ("torch.tanh", "", "+ keys", "+ keys.tanh()"),
    "reads with the scores": ("e.flatten(1).softmax(-1).reshape(e.shape)", "e"),
    "reads the keys, not the features": ("* z", "* keys"),
}
bank.fresh(plain, FRESH)
