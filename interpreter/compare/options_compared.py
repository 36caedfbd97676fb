"""The options of two rulesets side by side: what may be agreed, and what may not go together.

What an option does is told by the rules that it changes; here stands only what is offered.
"""

from __future__ import annotations

from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.compare.change import Changes
from hoyle.interpreter.compare.english import kind, said, sentence, words
from hoyle.interpreter.compare.rules import Rules

PART = "what may be agreed"


def compare_options(changes: Changes, old: Rules, new: Rules) -> None:
    """Options as they are offered, and which of them go together."""
    for name in dict.fromkeys([*old.options, *new.options]):
        one, other = old.options.get(name), new.options.get(name)
        texts = [[] if option is None else [offered(option)] for option in (one, other)]
        changes.tell(PART, words(name), texts, one, other)
    needs = [{need.test: need for need in rules.needs} for rules in (old, new)]
    for test in dict.fromkeys([*needs[0], *needs[1]]):
        sides = [mine.get(test) for mine in needs]
        texts = [[] if need is None else [sentence(need.sentence)] for need in sides]
        changes.tell(PART, said(test), texts, *sides)


def offered(option: d.Option) -> str:
    """What an option can be; of one that is fixed, that it cannot be chosen."""
    if option.fixed is not None:
        return f"always {said(option.default)}"
    return f"{kind(option.type)}, {sentence(option.meaning)}"
