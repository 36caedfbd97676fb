"""What a table fixes before play: options, pack, and the values that depend on them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.machine import program as p
from hoyle.dsl.machine.context import CannotLower, LoweringContext, bind_variables
from hoyle.dsl.machine.lower_expressions import ExpressionLowering
from hoyle.dsl.machine.settings import Settings, build_pack
from hoyle.dsl.report import Report


@attrs.frozen
class TableConstants:
    """A table before play, of which values can be asked that no play changes."""

    lowering: ExpressionLowering = attrs.field(repr=False)

    @property
    def settings(self) -> Settings:
        """Players, options and pack."""
        return self.lowering.settings

    def evaluate(self, value: g.Value) -> int:
        """The number that a value has whatever is played; CannotLower where it has none."""
        return self.lowering.constant(value)

    def evaluate_constant(
        self, value: g.Value, variables: Mapping[g.Var, int] | None = None
    ) -> int | None:
        """The same, with numbers for variables; None where it has none."""
        numbers = {var: p.Const(number) for var, number in (variables or {}).items()}
        with bind_variables(self.lowering.env, numbers):
            return self._decide(value)

    def _decide(self, value: g.Value) -> int | None:
        """The number of a value, also where one side makes it, whatever the other is.

        Each part is looked at once, however many there are.
        """
        match value:
            case g.Op(name="and" | "or" as name, args=args):
                decisive, known = int(name == "or"), True
                for arg in args:
                    answer = self._decide(arg)
                    if answer == decisive:
                        return decisive
                    known = known and answer is not None
                return 1 - decisive if known else None
            case g.Op(name="not", args=(asked,)):
                answer = self._decide(asked)
                return None if answer is None else int(not answer)
        try:
            return self.lowering.constant(value)
        except CannotLower:
            return None


def without_options(game: g.Game, players: int) -> TableConstants:
    """A table of which nothing is known but the players: what options are set to is asked here."""
    return TableConstants(ExpressionLowering(LoweringContext(Settings(game, players))))


def list_ranges(option: g.Option, constants: TableConstants) -> list[tuple[int, ...]]:
    """The numbers that an option allows: single ones, and ranges by their ends."""
    found: list[tuple[int, ...]] = []
    for allowed in option.allowed:
        if isinstance(allowed, g.Op) and allowed.name == "between":
            found.append(tuple(constants.evaluate(end) for end in allowed.args))
        elif isinstance(allowed.type, t.NumberT):
            found.append((constants.evaluate(allowed),))
    return found


def evaluate_settings(game: g.Game, players: int, options: Mapping[str, int]) -> TableConstants:
    """Options and pack of a table, before anything else of it is made; the pack may be missing.

    CannotLower where an option, the sides or the pack depend on what is not known.
    """
    constants = without_options(game, players)
    fix_settings(constants.lowering, options, Report())
    return constants


def fix_settings(lowering: ExpressionLowering, options: Mapping[str, int], report: Report) -> bool:
    """Options, sides and pack: what the rest is made for. False where there is no pack.

    Options are as given, else as their defaults, which may use earlier options.
    """
    settings = lowering.settings
    game = settings.game
    for name, option in game.options.items():
        given = options.get(name)
        settings.options[name] = lowering.constant(option.default) if given is None else given
    settings.sides = settings.players
    if game.side_count is not None:
        settings.sides = lowering.known_number(game.side_count)
    settings.pack = build_pack(game, lowering.constant, report)
    lowering.reset_builtins()
    return settings.pack is not None
