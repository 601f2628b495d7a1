"""Answers to `grid_attention`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def softmax(e):
    return e.flatten(1).softmax(-1).reshape(e.shape)


def scores(s, z, W_q, W_k, v):
    return torch.tanh((s @ W_q.T)[:, None, None] + z @ W_k.T) @ v


def read(weights, z):
    return torch.einsum("bij,bijm->bm", weights, z), weights


bank.wrong("forgets the state")(
    lambda s, z, W_q, W_k, v: read(softmax(torch.tanh(z @ W_k.T) @ v), z)
)
bank.wrong("the state of the first image for all")(
    lambda s, z, W_q, W_k, v: read(softmax(scores(s[:1], z, W_q, W_k, v)), z)
)


@bank.wrong("forgets the tanh")
def no_tanh(s, z, W_q, W_k, v):
    e = ((s @ W_q.T)[:, None, None] + z @ W_k.T) @ v
    return read(softmax(e), z)


@bank.wrong("the mean over the places, not the sum")
def mean(s, z, W_q, W_k, v):
    weights = softmax(scores(s, z, W_q, W_k, v))
    return (weights[..., None] * z).mean((1, 2)), weights


@bank.wrong("sums the hidden layer without v")
def no_v(s, z, W_q, W_k, v):
    return read(softmax(scores(s, z, W_q, W_k, torch.ones_like(v))), z)


@bank.wrong("leaves the weights in a row")
def in_a_row(s, z, W_q, W_k, v):
    context, weights = read(softmax(scores(s, z, W_q, W_k, v)), z)
    return context, weights.flatten(1)


@bank.right
def as_a_memory(s, z, W_q, W_k, v):
    h = z.flatten(1, 2)  # B S M
    hidden = (h @ W_k.mT).add((s @ W_q.mT).unsqueeze(1)).tanh()
    weights = torch.matmul(hidden, v).softmax(1)
    context = torch.bmm(weights.unsqueeze(1), h).squeeze(1)
    return context, weights.view(z.shape[:3])


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
