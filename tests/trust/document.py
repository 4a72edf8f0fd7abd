"""docs/trust.md: sections whose tables programs write, each between markers of its own."""
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs/trust.md"


def write_table(name, text):
    """Puts `text` between the markers of that name, which the document has."""
    begin, end = f"<!-- {name}: written by its command -->\n", f"<!-- end of {name} -->\n"
    document = DOCUMENT.read_text()
    before, found, rest = document.partition(begin)
    _, also_found, after = rest.partition(end)
    if not (found and also_found):
        raise ValueError(f"{DOCUMENT} has no place for the table {name}")
    DOCUMENT.write_text(before + begin + text.rstrip("\n") + "\n" + end + after)


def rows_of(name):
    """The rows of the table that stands there, but for its head."""
    text = DOCUMENT.read_text().partition(f"<!-- {name}: written by its command -->\n")[2].partition(f"<!-- end of {name} -->")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)
