"""The report of one student as Gradescope reads it: `results.json`, by its
specification of autograders.
"""

from typing import Any

from attnbook.files import printable
from attncourse.grading.tasks import written

PLAIN = "text"  # Gradescope escapes it
READ = "Your text was handed in; your instructor reads it."


def results(said: dict[str, Any]) -> str:
    """A student's report as `results.json`."""
    tests = [judged(one) for one in said["grades"]]
    errors = (
        f"a cell ended in an error: {error}"
        for error in said["errors"].values()
    )
    output = "\n".join(filter(None, [said["problem"], *errors]))
    return written(
        {
            "score": said["points"],
            "output": shown(output),
            "output_format": PLAIN,
            "test_output_format": PLAIN,
            "test_name_format": PLAIN,
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": tests,
        }
    )


def judged(one: dict[str, Any]) -> dict[str, Any]:
    """One exercise as a test of Gradescope's."""
    right = one["points"] >= one["of"] and not one["message"]
    text = READ if one.get("text") else ""
    said = one["message"], text, one.get("note", "")
    return {
        "name": one["name"],
        "name_format": PLAIN,
        "score": one["points"],
        "max_score": one["of"],
        "status": "passed" if right else "failed",
        "output": shown("\n".join(filter(None, said))),
        "output_format": PLAIN,
        "visibility": "visible",
    }


def shown(text: str) -> str:
    """A student's text without what a data base or a page may not hold."""
    return printable(text, keep="\n")
