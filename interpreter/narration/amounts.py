"""What is said of an amount: who pays whom, what is held then, and which row of a table gave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from hoyle.dsl.checked.types import SEAT, SIDE, NumberT, bare
from hoyle.dsl.machine.factors import Share
from hoyle.interpreter.narration.doings import EACH, HELD, TO, Doing
from hoyle.interpreter.narration.labels import Labels
from hoyle.interpreter.narration.lines import MULTIPLE
from hoyle.interpreter.runtime import events as e


def describe_payment(
    event: e.ChipsPaid, choice: e.MoveChosen | None, labels: Labels,
    is_kept: Callable[[int], bool], untold: Collection[str],
) -> Doing | None:  # fmt: skip
    """The words of a payment; None where the choice that it follows from has said it.

    What the one who chooses does is said of nobody; what nobody in particular pays, of who gets it.
    `is_kept` asks of a register whether it is the one number of a seat that is kept for the match,
    and told; `untold` are the names of those that no transcript tells.
    """
    amount, ends = event.amount, [(event.from_, event.held[0]), (event.to, event.held[1])]
    if amount < 0:
        amount, ends = -amount, ends[::-1]
    (giver, left), (taker, held) = ends
    source, to = labels.find_holder(giver), labels.find_holder(taker)
    sides = SIDE in [kind for _, kind in filter(None, (source, to))]
    own = choice is not None and source == (choice.player, SEAT)
    names = labels.format_name(giver), labels.format_name(taker)
    if own and choice is not None and (to is None or (to == source and held == amount)):
        pairs = zip(choice.values, choice.types, strict=True)
        if amount in [value for value, kind in pairs if isinstance(bare(kind), NumberT)]:
            return None
    one, other = labels.format_holder(giver), labels.format_holder(taker)
    several = source is not None and source[1] == SIDE and not own  # a side: they pay
    payer = () if own else (one,)
    reason = find_reason(event.all_rows, (amount, -amount), event.of_table)
    # what a row adds to a sum that is paid the other way round is no reason for that
    given = sum(value for *_, value in event.all_rows if isinstance(value, int))
    turned = event.of_table is Share.SUMMAND and event.amount * given < 0
    if turned or reason in labels.list_words(giver) + labels.list_words(taker):
        reason = ""
    told = partial(Doing, event.span, reason=reason, apart=sides)
    # which of several numbers of a seat, such as stakes on each colour
    of_one = f" from {names[0]}" if source is not None and _is_one_of_several(giver, labels) else ""
    if source is not None and source == to:
        if is_kept(taker) and not is_kept(giver):
            return told(payer, f"{'take' if several else 'takes'} back {amount}{EACH}{of_one}")
        both = ((names[1], held), (names[0], left or (None if of_one else left)))
        values = ", ".join(_value_of(name, value) for name, value in both if value is not None)
        return told((), f"{'' if own else f'{other}: '}{values}")
    heap = _is_heap(giver if source is None else taker, labels, untold)
    if source is None and to is not None:
        paid, before = f"{amount}{EACH}", f"{one} pays "
        if not heap or left is None:
            return told((other,), paid, before)
        return told((other,), paid, before, (), f"{HELD} left", (left,), left > 0)
    pot = source is not None and to is not None and names[0] != names[1]
    from_ = of_one or (f" from the {names[0]}" if pot else "")
    does = f"{'pay' if several else 'pays'} {TO} {amount}{EACH}{from_}"
    if to is not None or not heap or held is None:
        return told(payer, does, "", (other,))
    return told(payer, does, "", (other,), f"now {HELD}", (held,), held != amount)


def _is_heap(at: int, labels: Labels, untold: Collection[str]) -> bool:
    """Whether chips lie there for all to see: not with a bank that may owe some."""
    return labels.machine.slots[at].low >= 0 and labels.format_name(at).split(" ")[0] not in untold


def _is_one_of_several(at: int, labels: Labels) -> bool:
    """Whether a number is one of several that its holder has, as a stake on each colour."""
    family = labels.find_family(at)
    return family is not None and family.record is None and len(labels.list_indices(at)) > 1


def _value_of(name: str, value: int) -> str:
    return f"{name}{':' * (' ' in name)} {value}"


FEW_ROWS = 4  # of a table, of which one may be what was given


def find_reason(rows: e.Rows, worth: Sequence[int], of_table: Share = Share.NONE) -> str:
    """The row that gave points, or those of one table that add up to them: `pair 2, run 3`.

    The rows have the words that they give as a reason, or none. Where the points are what one table
    gave, multiplied or divided, it is its last row, or `pair 2, run 3, ×2`; where something is
    added to that, `pair 2`.
    """
    if of_table is Share.BALANCE:
        return ""
    named = [(table, reason, value) for table, reason, value in rows if reason]
    parts: dict[str, dict[str, int]] = {}
    for table, reason, value in named:
        if isinstance(value, int) and value:
            row_values = parts.setdefault(table, {})
            row_values[reason] = row_values.get(reason, 0) + value
    # a row that has no words gave something too: what the others gave is not known to be all
    silent = {table for table, reason, value in rows if value and not reason}
    for name in dict.fromkeys(table for table, *_ in reversed(named)):
        added = of_table is Share.SUMMAND and sum(parts.get(name, {}).values()) != worth[0]
        if name in silent or added:
            continue
        if name in parts and sum(parts[name].values()) in worth:
            return _join_reasons(parts[name])
        given = [(reason, value) for table, reason, value in reversed(named) if table == name]
        # of a table that was asked of many cards, one row may be as much by chance; and of several
        # rows one that gave nothing is no reason
        many = sum(table == name for table, *_ in rows)
        if many <= FEW_ROWS:
            for reason, value in given:
                if value in worth and (value or many == 1):
                    return reason
    asked = Counter(table for table, _, value in rows if value)
    if of_table is Share.NONE or not rows or rows[-1][0] not in parts:
        return ""
    if asked[rows[-1][0]] > FEW_ROWS and len(named) < sum(asked.values()):
        return ""  # others gave something too, and have no words
    row_values = parts[rows[-1][0]]
    if of_table is Share.SUMMAND:
        return ", ".join(f"{reason} {value}" for reason, value in row_values.items())
    times, rest = divmod(max(map(abs, worth)), abs(sum(row_values.values())) or 1)
    return _join_reasons(row_values, times) if len(row_values) == 1 or not rest else ""


def _join_reasons(rows: Mapping[str, int], times: int = 1) -> str:
    """Several with what each has given; of one alone the words, since the points are told."""
    if len(rows) == 1:
        return next(iter(rows))
    multiple = f",{MULTIPLE}{times}" if times > 1 else ""
    return ", ".join(f"{reason} {value}" for reason, value in rows.items()) + multiple
