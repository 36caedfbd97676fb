"""The operators: every kind of change that is made to rules, by its name."""

from __future__ import annotations

from hoyle.interpreter.mutation import step_operators as of_steps
from hoyle.interpreter.mutation import table_operators as of_tables
from hoyle.interpreter.mutation import value_operators as of_values
from hoyle.interpreter.mutation.replacements import Operator

# The list is fixed: a score is of these operators, and with another list it is another score.
OPERATORS = (
    Operator("drops a row", of_tables.row),
    Operator("swaps two rows", of_tables.rows),
    Operator("asks less in a cell", of_tables.cell),
    Operator("swaps two results", of_tables.results),
    Operator("swaps two ranks", of_tables.ranks),
    Operator("turns an order round", of_tables.turned),
    Operator("takes from the pack", of_tables.pack),
    Operator("drops a step", of_steps.step),
    Operator("drops a phase", of_steps.phase),
    Operator("swaps two steps", of_steps.steps),
    Operator("does a step twice", of_steps.twice),
    Operator("drops a choice", of_steps.choice),
    Operator("drops a condition", of_steps.condition),
    Operator("drops half a condition", of_values.half),
    Operator("says the contrary", of_values.contrary),
    Operator("asks no question", of_values.always),
    Operator("more for at least", of_values.strictness),
    Operator("less for more", of_values.reversed_),
    Operator("one more", of_values.one_more),
    Operator("one less", of_values.one_less),
    Operator("yes for no", of_values.yes_for_no),
    Operator("and for or", of_values.and_for_or),
    Operator("a neighbour's word", of_values.neighbour),
    Operator("another of its kind", of_values.another),
    Operator("plus for minus", of_values.plus_for_minus),
    Operator("left for right", of_values.left_for_right),
    Operator("top for bottom", of_values.top_for_bottom),
    Operator("from for after", of_values.from_for_after),
    Operator("any for every", of_values.extremes),
    Operator("face up for face down", of_steps.face),
    Operator("show for hide", of_steps.show),
    Operator("giver for taker", of_steps.giver),
)
