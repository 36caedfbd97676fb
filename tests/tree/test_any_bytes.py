"""Whatever is given to be read, there are problems or a tree: never a traceback, and soon."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lark.exceptions import LarkError

from hoyle.dsl.checked.wide_phrases import warn_of_wide_phrases
from hoyle.dsl.open_source import MAX_BYTES, open_source
from hoyle.dsl.parser import recovery
from hoyle.dsl.parser.from_text import read
from hoyle.dsl.parser.grammar import load_parser
from hoyle.dsl.report import Report, as_facts, as_text
from hoyle.dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("rulesets", "tests/corpus", "tests/bad")
    for path in sorted((ROOT / folder).rglob("*.cards"))
    if not path.name.startswith("X01") and path.stat().st_size < 12_000
]
# What is wrong beside the grammar: the page, what stands in braces, words of the language as names,
# what is said twice, and what is read otherwise than it is meant: two moves joined by `or`.
BESIDE_THE_GRAMMAR = re.compile(
    r"\[(?:G05|G06|G07|G08|G09|G10|L01|X01|X03)\]|\{|is a word of the lang|is said already"
    r"|commas stand between moves"
)
WORD = re.compile(r'"[^"\n]*"|[A-Za-z_]+|[0-9]+|[^\sA-Za-z_0-9]')
WORDS = sorted({word for text in TEXTS for word in WORD.findall(text) if len(word) < 12})

thorough = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def problems_of(text: str) -> list[str]:
    """What is said of a text, in places that exist."""
    report = Report()
    file = read(Source("a.cards", text), report)
    assert (file is None) == report.failed
    if file is not None:
        warn_of_wide_phrases(file, report)
    for problem in report.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(problem.span.source.text) + 1
        assert problem.title
        assert as_facts(problem)["line"] >= 1
    return [as_text(problem) for problem in report.in_order()]


# ---------------------------------------------------------------------- bytes


@thorough
@given(st.binary(max_size=400))
@example(b"")
@example(b"\0")
@example(b"\r")
@example(b"\xef\xbb\xbf")
@example(b"\xff\xfe\0")
@example('edition 1\ngame "x"\n'.encode("utf-16"))
def test_any_bytes_in_a_file(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "a.cards"
    path.write_bytes(content)
    report = Report()
    source = open_source(path, "a.cards", report)
    assert (source is None) == report.failed
    for problem in report.problems:
        assert as_text(problem)
    if source is not None:
        problems_of(source.text)


@thorough
@given(st.text(max_size=300), st.booleans())
def test_any_signs(text: str, after_a_title: bool) -> None:
    problems_of('edition 1\ngame "A Game"\n' * after_a_title + text)


# ---------------------------------------------------------------------- edits of real texts


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A real text with a few words or lines dropped, doubled, moved or changed."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        edit = draw(st.sampled_from(["word", "drop", "put", "swap", "sign", "line", "twice", "in"]))
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        spans = [match.span() for match in WORD.finditer(text)] or [(0, 0)]
        start, end = draw(st.sampled_from(spans))
        if edit == "word":
            text = text[:start] + draw(st.sampled_from(WORDS)) + text[end:]
        elif edit == "drop":
            text = text[:start] + text[end:]
        elif edit == "put":
            text = text[:start] + draw(st.sampled_from(WORDS)) + " " + text[start:]
        elif edit == "swap":
            text = text[:start] + text[start : start + 2][::-1] + text[start + 2 :]
        elif edit == "sign":
            text = text[:start] + draw(st.characters()) + text[start:]
        else:
            deeper = " " * draw(st.integers(0, 5))
            lines[at : at + 1] = {
                "line": [],
                "twice": [lines[at], lines[at]],
                "in": [deeper + lines[at].lstrip(" ")],
            }[edit]
            text = "\n".join(lines)
    return text


@thorough
@given(edited())
def test_any_edit_of_a_real_text(text: str) -> None:
    said = problems_of(text)
    assert len(said) < 60


@thorough
@given(edited())
def test_what_the_parser_refuses_is_explained(text: str) -> None:
    """Nothing is refused in silence, and what the parser reads has no mistake of its own."""
    try:
        load_parser().parse(text + "\n", start="start")
    except LarkError:
        assert problems_of(text)
    else:
        for said in problems_of(text):
            assert BESIDE_THE_GRAMMAR.search(said), said


# ---------------------------------------------------------------------- too much of something

TITLE = 'edition 1\ngame "A Game"\n'
MATCH = TITLE + "match\n"
ENDLESS = {
    "ten million letters": "a" * 10_000_000,
    "ten million signs": "(" * 10_000_000,
    "brackets": MATCH + "  x = " + "(" * 1000 + "1" + ")" * 1000,
    "open brackets": MATCH + "  x = " + "(" * 400_000,
    "small brackets": MATCH + "  x = " + "()" * 29_000,
    "levels": MATCH + "".join("  " * level + "if x\n" for level in range(1, 600)),
    "levels and values": MATCH + "".join("  " * level + "if x\n" for level in range(1, 62))
    + "  " * 62 + "x = " + "(" * 50 + "a of " * 45 + "b" + ")" * 50,
    "sums": MATCH + "  x = " + "1 + " * 29_000 + "1",
    "sums over lines": MATCH + "  x = 1\n" + "    + 1\n" * 15_000,
    "sums in brackets": MATCH + "  x = (1\n" + "    + 1\n" * 15_000 + ")",
    "of": MATCH + "  x = " + "a of " * 29_000 + "b",
    "not": MATCH + "  x = " + "not " * 29_000 + "b",
    "else": MATCH + "  x = " + "1 if y else " * 9_000 + "2",
    "names": MATCH + "  x " + "a " * 49_000,
    "a list": MATCH + "  x = [" + "1, " * 10_000 + "1]",
    "a long word": MATCH + "  " + "a" * 500_000 + " b",
    "a long number": MATCH + "  x = " + "1" * 500_000,
    "semicolons": MATCH + "  x;\n" * 19_000,
    "quotes": MATCH + '  say "\n' * 14_000,
    "braces": MATCH + '  say "' + "{a}" * 5_000 + '"',
    "wrong braces": MATCH + '  say "' + "{a b}" * 4_000 + '"',
    "deep braces": MATCH + '  say "{' + "(" * 5_000 + "1" + ")" * 5_000 + '}"',
    "right lines": MATCH + "  x = 1\n" * 4_000,
    "a wrong last line": MATCH + "  x = 1\n" * 4_000 + "  y y\n",
    "wrong lines": MATCH + "  y y\n" * 19_000,
    "wrong parts": TITLE + "x\n" * 49_000,
    "letters of the world": TITLE + "".join(chr(0x100 + i) for i in range(50_000)),
    "tabs": MATCH + "\tx\n" * 19_000,
    "carriage returns": (MATCH + "  x\n").replace("\n", "\r"),
    "spaces of all kinds": MATCH + "\u2003x =\u00a03\u3000+ 4\u2028\u0085",
    "half a pair": TITLE + "\ud800",
    "blanks": " \n" * 240_000,
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_too_much_of_something(text: str) -> None:
    said = problems_of(text)
    assert len(said) <= 25
    assert all("Error" not in line for line in said)


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.cards"
    path.write_bytes(b"\xff" * 10_000_000)
    report = Report()
    assert open_source(path, "a.cards", report) is None
    assert report.problems[0].code == "X02"
    assert len(report.problems[0].span.source.text) < MAX_BYTES


def test_of_a_long_page_fewer_lines_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is searched for in the whole page, so that the work would grow as its square."""
    explained: list[int] = []

    def explain(*_: object) -> None:
        explained.append(1)

    monkeypatch.setattr(recovery, "explain", explain)
    counts = []
    for length in (1_000, 30_000):
        problems_of(TITLE + "x\n" * length)
        counts.append(len(explained))
        explained.clear()
    short, long = counts
    assert short % 1_000 == 0 and 0 < long < short  # all of the short page, some of the long one
