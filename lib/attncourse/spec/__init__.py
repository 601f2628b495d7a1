"""Every definition of the course in plain loops: slow and obvious, the judge of
all the rest.

One sentence, one head, one word at a time; no batches, no einsum, no fused
kernel. What the library computes must equal what stands here, in value and in
gradient. Vectors are "K", tables are "S K" (rows are words).
"""

# ruff: noqa: F403

from attnbook.spec.attention import *
from attnbook.spec.blocks import *
from attnbook.spec.convolution import *
from attnbook.spec.heads import *
from attnbook.spec.losses import *
from attnbook.spec.metrics import *
from attnbook.spec.patches import *
from attnbook.spec.positions import *
from attnbook.spec.recurrent import *
from attnbook.spec.scores import *
from attnbook.spec.search import *
