"""The options of two rulesets side by side: what may be agreed, and what may not go together.

What an option does is told by the rules that it changes; here stands only what is offered.
"""

from __future__ import annotations

from hoyle.dsl.tree import declarations as d
from hoyle.interpreter.comparison.change import Changes
from hoyle.interpreter.comparison.english import kind, said, sentence, words
from hoyle.interpreter.comparison.folded_rules import Rules

PART, ABOUT = "what may be agreed", "what must hold of it"


def compare_options(changes: Changes, old: Rules, new: Rules) -> None:
    """Options as they are offered, and which of them go together."""
    for name in dict.fromkeys([*old.options, *new.options]):
        one, other = old.options.get(name), new.options.get(name)
        texts = [[] if option is None else [_offered(option)] for option in (one, other)]
        changes.tell(PART, words(name), texts, one, other)
    lost = [need for need in old.needs if need not in new.needs]
    for need in new.needs:
        if need in old.needs:
            continue
        same = next((n for n in lost if need.test == n.test or need.sentence == n.sentence), None)
        if same is not None:
            lost.remove(same)
        changes.tell(PART, ABOUT, [[_needed(same)] if same else [], [_needed(need)]], same, need)
    for need in lost:
        changes.tell(PART, ABOUT, [[_needed(need)], []], need, None)


def _needed(need: d.Need) -> str:
    return f"{said(need.test)} {sentence(need.sentence)}"


def _offered(option: d.Option) -> str:
    """What an option can be; of one that is fixed, that it cannot be chosen."""
    if option.fixed is not None:
        return f"always {said(option.default)}"
    return f"{kind(option.type)}, {sentence(option.meaning)}"
