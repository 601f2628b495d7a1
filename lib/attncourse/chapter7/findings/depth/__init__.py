"""What stands around attention: stacks with and without it, fresh and trained,
and a board of switches.
"""

from attncourse.chapter7.findings.depth.fresh import apart, lengths
from attncourse.chapter7.findings.depth.trained import (
    board,
    collapse,
    losses,
    switchboard,
)

__all__ = ["apart", "board", "collapse", "lengths", "losses", "switchboard"]
