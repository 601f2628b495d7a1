"""Three translators side by side, greedy or with a beam, and what each of them
costs: a figure of the playground.
"""

import traitlets

from attncourse.front.live.welcome import LiveWelcome

WIDTHS = (1, 2, 4, 8)
"""Of a beam; 1 is greedy."""


class LivePlayground(LiveWelcome):
    """The translators of `LiveWelcome`, with a choice of the beam, and below
    each translation the bytes, the milliseconds, and what was kept meanwhile.
    """

    beam = traitlets.Enum(WIDTHS, 1)


translators = LivePlayground.shipped
