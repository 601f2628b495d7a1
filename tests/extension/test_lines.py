"""Code wraps line by line."""

from extension import lines


def test_each_line_knows_its_indentation() -> None:
    """Empty lines stay, tags do not count, deep lines are cut at 12."""
    rows = ["a", "", "<i>    b</i>", " " * 40 + "c"]
    code = "\n".join(rows)
    html = f'<div class="highlight"><pre><span></span>{code}\n</pre></div>'
    assert lines.BLOCK.sub(lines.wrapped, html) == (
        '<div class="highlight"><pre><span></span>'
        '<span class="line">a\n</span>'
        '<span class="line">\n</span>'
        '<span class="line" style="--columns:4"><i>    b</i>\n</span>'
        f'<span class="line" style="--columns:12">{" " * 40}c\n</span>'
        "</pre></div>"
    )
