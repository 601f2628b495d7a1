"""What a number may be: one sentence for all that refuse another."""


def between(low: float, high: float, **numbers: float) -> None:
    """Raise ValueError, with its name, for a number outside low .. high."""
    for name, number in numbers.items():
        if not low <= number <= high:
            raise ValueError(
                f"{name} must lie in {low} .. {high}: {name}={number}"
            )


def at_least(least: int, **sizes: int | None) -> None:
    """Raise ValueError, with its name, for a size below `least`; None is no
    size.
    """
    for name, size in sizes.items():
        if size is not None and size < least:
            raise ValueError(f"{name} must be at least {least}: {name}={size}")
