"""Fresh answers to `offset_bias`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def laid(table):
    """Rows and columns of the grid, and both offsets of each pair."""
    H, U, V = table.shape
    rows, columns = (U + 1) // 2, (V + 1) // 2
    y = torch.arange(rows).repeat_interleave(columns)
    x = torch.arange(columns).repeat(rows)
    return rows, columns, y - y.view(-1, 1), x - x.view(-1, 1)


@bank.wrong("query minus key")
def turned(table):
    rows, columns, down, across = laid(table)
    return table[:, rows - 1 - down, columns - 1 - across]


@bank.wrong("negative offsets are left negative")
def negative(table):
    _, _, down, across = laid(table)
    return table[:, down, across]


@bank.wrong("how far, whatever the direction")
def far(table):
    rows, columns, down, across = laid(table)
    return table[:, rows - 1 + down.abs(), columns - 1 + across.abs()]


@bank.wrong("left and right are exchanged")
def mirrored(table):
    rows, columns, down, across = laid(table)
    return table.flip(2)[:, rows - 1 + down, columns - 1 + across]


@bank.wrong("above and below are exchanged")
def upside_down(table):
    rows, columns, down, across = laid(table)
    return table.flip(1)[:, rows - 1 + down, columns - 1 + across]


@bank.wrong("only the offset in rows")
def rows_alone(table):
    rows, columns, down, _ = laid(table)
    return table[:, rows - 1 + down, columns - 1]


@bank.wrong("the patches column by column")
def by_columns(table):
    rows, columns, _, _ = laid(table)
    y = torch.arange(rows).repeat(columns)
    x = torch.arange(columns).repeat_interleave(rows)
    down, across = y - y[:, None], x - x[:, None]
    return table[:, rows - 1 + down, columns - 1 + across]


@bank.wrong("one head for all")
def one_head(table):
    rows, columns, down, across = laid(table)
    found = table[0, rows - 1 + down, columns - 1 + across]
    return found.repeat(len(table), 1, 1)


@bank.right
def indexed(table):
    rows, columns, down, across = laid(table)
    return table[:, rows - 1 + down, columns - 1 + across]


@bank.right
def in_two_steps(table):
    rows, columns, down, across = laid(table)
    some = table[:, rows - 1 + down]  # H S S V
    where = (columns - 1 + across).expand(len(table), -1, -1)
    return some.gather(-1, where[..., None])[..., 0]
