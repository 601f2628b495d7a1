"""Answers to `scaled_scores`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()
bank.wrong("the root of the number of queries")(
    lambda Q, K: Q @ K.T / len(Q) ** 0.5
)
bank.wrong("goes on to the softmax")(
    lambda Q, K: (Q @ K.T / K.shape[-1] ** 0.5).softmax(-1)
)
bank.wrong("forgets the root")(lambda Q, K: Q @ K.T)
bank.wrong("divides by the width, not by its root")(
    lambda Q, K: Q @ K.T / K.shape[-1]
)
bank.wrong("a row for each key, transposed")(
    lambda Q, K: K @ Q.T / K.shape[-1] ** 0.5
)


@bank.wrong("changes the queries in place")
def in_place(Q, K):
    Q /= K.shape[-1] ** 0.5
    return Q @ K.T


bank.right(lambda Q, K: (Q[:, None] * K).sum(-1) / K.size(1) ** 0.5)


@bank.right
def pair_by_pair(Q, K):
    rows = [[torch.dot(q, k) for k in K] for q in Q]
    return torch.tensor(rows, dtype=Q.dtype).div(Q.shape[1] ** 0.5)


@bank.right
def by_numpy(Q, K):
    made = Q.detach().numpy() @ K.detach().numpy().T
    return torch.from_numpy(made * K.shape[-1] ** -0.5)
