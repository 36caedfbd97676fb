"""The same as `hoyle test` says, as JUnit XML: what a build server shows as a list of tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from hoyle.dsl.atomic_write import write_atomically
from hoyle.interpreter.cli.test_report import format_finding
from hoyle.interpreter.testing.findings import PROPERTIES, as_text

if TYPE_CHECKING:
    from hoyle.interpreter.testing.search import Verdict


def write_junit(place: str | Path, verdicts: Sequence[Verdict], broken: Sequence[str]) -> None:
    """Write the file, whole or not at all; `broken` are rulesets whose text has mistakes."""
    root = Xml.Element("testsuites", name="hoyle test")
    for verdict in verdicts:
        root.append(_add_suite(verdict))
    for text in broken:
        one = Xml.SubElement(root, "testsuite", name="hoyle check")
        _add_case(one, text.splitlines()[0], "text", text)
    for one in root.iter("testsuite"):
        one.set("tests", str(len(one)))
        one.set("failures", str(len(one.findall("testcase/failure"))))
        one.set("skipped", str(len(one.findall("testcase/skipped"))))
    Xml.indent(root)
    write_atomically(Path(place), Xml.tostring(root, "unicode", xml_declaration=True) + "\n")


def _add_suite(verdict: Verdict) -> Xml.Element:
    """One ruleset: a case for each example, each law and each property."""
    name = verdict.ruleset.name
    one = Xml.Element("testsuite", name=f"{name}: {verdict.ruleset.title}")
    for outcome in verdict.outcomes:
        text = "\n\n".join(as_text(finding) for finding in outcome.findings)
        _add_case(one, f'example "{outcome.title}"', name, text)
    never = {words: why for words, _, why in verdict.never_asked()}
    failed: dict[str, list[str]] = {}
    for finding, _ in verdict.list_findings():
        what = finding.about if finding.kind == "law" else finding.kind or finding.about
        failed.setdefault(what, []).append("\n".join(format_finding(verdict, finding)))
    laws = [f'{"always" if law.always else "never"} "{law.title}"' for law in
            verdict.ruleset.game.laws]  # fmt: skip
    for law in laws:
        _add_case(one, law, name, "\n\n".join(failed.pop(law, [])), never.get(law, ""))
    for kind, says in PROPERTIES.items():
        if kind != "law":
            skipped = "" if verdict.tally.games else "no game was played"
            _add_case(one, f"{kind}: {says}", name, "\n\n".join(failed.pop(kind, [])), skipped)
    for what, texts in failed.items():
        _add_case(one, what, name, "\n\n".join(texts))
    return one


def _add_case(suite: Xml.Element, name: str, of: str, failure: str, skipped: str = "") -> None:
    one = Xml.SubElement(suite, "testcase", name=name, classname=of)
    if failure:
        Xml.SubElement(one, "failure", message=failure.splitlines()[0]).text = failure
    elif skipped:
        Xml.SubElement(one, "skipped", message=skipped)
