"""Check the English of pages and docstrings: ``python tools/style.py``, part of ``make lint``.

Nothing uses a phrase of ``BANNED``. On the pages, sentences have at most ``MEAN_WORDS`` words on
average and none has more than ``MOST_WORDS``. Code, formulas and tables do not count.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MEAN_WORDS = 25
MOST_WORDS = 60
BANNED = {
    r"(made|makes?|written|wrote)\b[^.|]{0,40}\banew": "'reproduce' or 'reimplement'",
    r"leaves?\b[^.|]{0,30}\bat zero": "'is in the null space'",
    r"is what it is": "'exact'",
    r"(others|methods|rest) are given it": "'LieSD infers it; the others are told it'",
    r"by itself, the others": "'LieSD infers it; the others are told it'",
    r"(numbers?|scale|line|column|row|value|one|jets) an? "
    r"(sample|channel|coordinate|number|second|class|output|input|direction)": "'per'",
    r"of no more use": "'no longer'",
    r"(model|replicas?|fit) says? otherwise": "'the difference between'",
    r"whether it is none": "'True if'",
    r"every how many": "'stride'",
    r"unless it is tiny": "'unless its defect is negligible'",
    r"(go|goes|went) on after a kill": "'resumes after a kill'",
    r"to within what": "'how accurately', 'up to which defect'",
}
PATTERN = {
    re.compile(rf"\b{phrase}\b".replace(" ", r"\s+"), re.IGNORECASE): told
    for phrase, told in BANNED.items()
}
SKIPPED = re.compile(r"^```.*?^```$|^<!-- ([\w.-]+) -->\n.*?^<!-- /\1 -->$|`[^`\n]*`", re.S | re.M)
NOT_PROSE = re.compile(r"^[ \t]*(\||#|!\[|:::|--8<--).*$", re.M)
TARGET = re.compile(r"(?<=\])\([^)]*\)")
SENTENCE_END = re.compile(r"[.!?][)\"'*”]*(?=\s)|\n\s*\n|\n(?=\s*([-*]|\d+\.) )|:\n")
WORD = re.compile(r"\w[\w'’.,-]*")


class Fault(NamedTuple):
    """A sentence to rewrite, and where it stands."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def find_faults(path: Path, text: str) -> Iterator[Fault]:
    """Yield the faults of a page, or of the docstrings of a module."""
    if path.suffix == ".py":
        for line, docstring in read_docstrings(text):
            yield from find_phrases(path, docstring, line)
    else:
        prose = SKIPPED.sub(blank, text)
        yield from find_phrases(path, prose, 1)
        yield from find_long_sentences(path, prose)


def find_phrases(path: Path, text: str, first: int) -> Iterator[Fault]:
    """Yield every banned phrase, with the line on which it begins; lines may break inside it."""
    for pattern, told in PATTERN.items():
        for hit in pattern.finditer(text):
            line = first + text.count("\n", 0, hit.start())
            yield Fault(path, line, f"'{' '.join(hit[0].split())}': write {told}")


def read_docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield every string that stands alone, with its first line."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def find_long_sentences(path: Path, prose: str) -> Iterator[Fault]:
    """Yield long sentences, and long ones on average; items of lists are sentences of their own."""
    kept = TARGET.sub(blank, NOT_PROSE.sub("", prose))
    counts, start = [], 0
    for end in [*(found.end() for found in SENTENCE_END.finditer(kept)), len(kept)]:
        words = len(WORD.findall(kept, start, end))
        if words > MOST_WORDS:
            first = WORD.search(kept, start, end)
            line = kept.count("\n", 0, first.start() if first else start) + 1
            yield Fault(path, line, f"a sentence of {words} words: split it")
        counts += [words] if words > 2 else []  # neither a heading nor an abbreviation
        start = end
    if counts and (mean := sum(counts) / len(counts)) > MEAN_WORDS:
        yield Fault(path, 1, f"{mean:.0f} words per sentence on average: split long ones")


def blank(skipped: re.Match[str]) -> str:
    """Keep the line breaks of what is skipped, and a word for code inside a sentence."""
    return "\n" * skipped[0].count("\n") or ("x" if skipped[0].startswith("`") else "")


def main() -> int:
    """Print every fault; the exit status is 1 if there is one."""
    pages = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    pages += sorted((ROOT / "docs").glob("**/*.md")) + sorted((ROOT / "src").glob("**/*.py"))
    faults = [fault for page in pages for fault in find_faults(page, page.read_text())]
    for fault in faults:
        print(fault._replace(path=fault.path.relative_to(ROOT)))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
