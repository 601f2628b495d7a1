"""A Vision Transformer that fills in hidden patches: how it learns without
labels. Built in chapter 9.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attnbook.models import convnet
from attnbook.models.vit import ViT


class MaskedViT(nn.Module):
    """A learned vector stands in for each hidden patch, and a linear layer on
    the top row of a patch predicts its pixels; the ViT is there to be used
    later, without the two.

    Source: Xie et al. 2022, section 3. Raises ValueError for a stem of
    convolutions, which would see hidden patches.
    """

    def __init__(self, vit: ViT):
        super().__init__()
        self.vit, sizes = vit, vit.config
        if sizes.stem != "patches":
            raise ValueError(f"the stem must be patches: stem={sizes.stem!r}")
        self.mask = nn.Parameter(0.02 * torch.randn(sizes.width))
        self.head = nn.Linear(sizes.width, sizes.channels * sizes.patch**2)

    def forward(
        self, images: Tensor, hidden: Bool[Tensor, "B P"]
    ) -> Float[Tensor, "B P numbers"]:
        """The pixels of all patches, in the order of `patchify`; of images "B C
        side side", numbers of 0 to 1, the hidden patches are not seen.

        Raises ValueError for images of another size, number of channels, type
        or range.
        """
        sizes = self.vit.config
        x = convnet.centred(images, sizes.channels, sizes.side)
        rows = self.vit.patches(x)  # B P D
        z = self.vit.place(torch.where(hidden[..., None], self.mask, rows))
        for block in self.vit.blocks:
            z = block(z)
        return self.head(self.vit.norm(z[:, 1:]))
