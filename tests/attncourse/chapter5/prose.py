"""Numbers that stand in sentences about chapter 5: a page, a sentence with
gaps, and what stands in each.
"""

import torch

PAGE = "chapters/05_self_attention.ipynb"
FIRST, SECOND = torch.tensor([[1.0, 0], [3, 3]])  # two rows of the example
SCALED = (695.5, 586.5)  # tests/attncourse/spec/test_heads.py computes them

SENTENCES = [
    (
        PAGE,
        "and with the second word {:.3f}. A dot product",
        torch.cosine_similarity(FIRST, SECOND, dim=0).item(),
    ),
    (
        PAGE,
        "the next score is {} lower, and $\\exp(-{})$, below",
        *[int(SCALED[0] - SCALED[1])] * 2,
    ),
    (  # Xavier's bound for PyTorch's joined matrix, 3 D x D with D = 4
        PAGE,
        "starts within about $\\pm {:.2f}$ at this width",
        (6 / (4 + 3 * 4)) ** 0.5,
    ),
]
