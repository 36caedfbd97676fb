"""The ledger of rules and the scenarios are whole, and speak of the same rules."""

import re
from itertools import groupby
from pathlib import Path

import pytest

# How many rows each section has. A row that is lost from the end leaves no gap, so the count is
# kept here; a rule that is added raises it.
ROWS = {
    "PD": 56,
    "PP": 63,
    "PV": 21,
    "PS": 10,
    "SW": 35,
    "ZE": 54,
    "ZI": 31,
    "A-P": 52,
    "A-S": 16,
    "A-Z": 33,
    "A-G": 20,
}
SCENARIOS = 86
KEYS = ["id", "game", "title", "check", "setup", "actions", "expected", "rules", "assumes"]
OPTIONAL = {"setup", "actions"}

ROW = re.compile(r"^\| (?P<section>A-[A-Z]|[A-Z]{2}-)(?P<number>\d+) \|", re.MULTILINE)
RULE = re.compile(r"[A-Z]{2}-\d\d")
AMBIGUITY = re.compile(r"A-[A-Z]\d\d")
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def rows(root) -> list[tuple[str, int]]:
    """Every row of the ledger as section and number."""
    text = (root / "docs/rules/ledger.md").read_text(encoding="utf-8")
    return [(row["section"].rstrip("-"), int(row["number"])) for row in ROW.finditer(text)]


@pytest.fixture(scope="module")
def known(rows) -> set[str]:
    return {f"{section}{'' if '-' in section else '-'}{number:02}" for section, number in rows}


@pytest.fixture(scope="module")
def blocks(root) -> list[str]:
    return BLOCK.findall(scenarios(root))


def scenarios(root: Path) -> str:
    return (root / "docs/rules/scenarios.md").read_text(encoding="utf-8")


def value_of(key: str, block: str) -> str:
    (value,) = re.findall(rf"^{key}: *(.*)$", block, re.MULTILINE)
    return value


def listed(key: str, block: str) -> list[str]:
    """The ids in a one-line list such as `rules: [PD-01, PD-02]`."""
    value = value_of(key, block)
    assert value.startswith("[") and value.endswith("]"), f"{value_of('id', block)}: {key}: {value}"
    return [item.strip() for item in value[1:-1].split(",") if item.strip()]


def test_the_ids_of_each_section_run_without_gaps(rows):
    sections = {
        name: sorted(number for _, number in run)
        for name, run in groupby(sorted(rows), key=lambda row: row[0])
    }
    assert sections == {name: list(range(1, count + 1)) for name, count in ROWS.items()}


def test_every_scenario_is_there_once(root, blocks):
    assert scenarios(root).count("```") == 2 * len(blocks), "a block is not closed"
    ids = [value_of("id", block) for block in blocks]
    assert len(ids) == len(set(ids)) == SCENARIOS
    assert all(re.fullmatch(r"S-[A-Z]{2}-\d\d", name) for name in ids), ids


def test_every_scenario_has_the_same_keys_in_the_same_order(blocks):
    for block in blocks:
        keys = re.findall(r"^([a-z_]+):", block, re.MULTILINE)
        expected = [key for key in KEYS if key in keys or key not in OPTIONAL]
        assert keys == expected, value_of("id", block)


def test_every_rule_that_a_scenario_names_is_in_the_ledger(blocks, known):
    for block in blocks:
        rules = listed("rules", block)
        assert rules, f"{value_of('id', block)} names no rule"
        assert all(RULE.fullmatch(rule) for rule in rules), rules
        assert set(rules) <= known, value_of("id", block)


def test_every_ambiguity_that_a_scenario_assumes_is_in_the_ledger(blocks, known):
    for block in blocks:
        assumed = listed("assumes", block)
        assert all(AMBIGUITY.fullmatch(row) for row in assumed), assumed
        assert set(assumed) <= known, value_of("id", block)
