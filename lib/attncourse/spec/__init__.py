"""Every definition of the course in plain loops: slow and obvious, the judge of
all the rest.

One sentence, one head, one word at a time; no batches, no einsum, no fused
kernel. What the library computes must equal what stands here, in value and in
gradient. Vectors are "K", tables are "S K" (rows are words).
"""

# ruff: noqa: F403

from attncourse.spec.attention import *
from attncourse.spec.blocks import *
from attncourse.spec.convolution import *
from attncourse.spec.heads import *
from attncourse.spec.losses import *
from attncourse.spec.metrics import *
from attncourse.spec.patches import *
from attncourse.spec.positions import *
from attncourse.spec.recurrent import *
from attncourse.spec.scores import *
from attncourse.spec.search import *
