"""Laws and examples."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.desk import Desk, Scope
from hoyle.dsl.checked.values import yes_or_no
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import statements as s


def law(desk: Desk, tree: d.Law) -> g.Law | None:
    """`always` or `never`; at a phase its parameters are in sight, at an action its own too."""
    scope = Scope(law=True)
    phase = action = None
    params: list[g.Var] = []
    if tree.place is not None:
        phase, *rest = tree.place.parts
        if phase not in desk.phase_trees:
            desk.misnamed(
                "V02", f"there is no phase called `{phase}`", tree.place.span, phase,
                desk.phase_trees, "phases are",
            )  # fmt: skip
            return None
        for var in desk.game.phases[phase].params:
            params.append(scope.add(var))
        if rest:
            action = rest[0]
            found = actions_of(desk.game.phases[phase].body)
            if action not in found:
                desk.misnamed(
                    "V02", f"nothing called `{action}` can be chosen in `{phase}`", tree.place.span,
                    action, found, "actions there are",
                )  # fmt: skip
                return None
            params = [scope.add(var) for var in found[action].sight]
    test = yes_or_no(desk, scope, tree.test, "a law is a question that must always be answered so")
    return g.Law(tree.always, tree.title.plain, phase, action, tuple(params), test, tree.span)


def actions_of(body: tuple[g.Step, ...]) -> dict[str, g.Action]:
    """All actions in a block and the blocks inside it."""
    found: dict[str, g.Action] = {}
    for step in body:
        match step:
            case g.Choose(actions=actions, otherwise=otherwise):
                for action in actions:
                    found.setdefault(action.name, action)
                    found.update(actions_of(action.body))
                found.update(actions_of(otherwise or ()))
            case g.If(branches=branches, otherwise=otherwise):
                for _, inner in branches:
                    found.update(actions_of(inner))
                found.update(actions_of(otherwise))
            case g.For(body=inner) | g.ForLines(body=inner) | g.Repeat(body=inner):
                found.update(actions_of(inner))
    return found


def example(desk: Desk, tree: d.Example) -> g.Example:
    """An example; its names are looked up here, its values when it is run."""
    players = [line for line in tree.lines if isinstance(line, d.ExamplePlayers)]
    low, high = desk.game.players
    names: tuple[str, ...] = ()
    if not players:
        desk.error("E05", "an example begins with who plays", tree.title.span,
                   help=("write for example `players ann bob`",))  # fmt: skip
    else:
        names = players[0].names or tuple(f"p{k}" for k in range(1, players[0].count + 1))
        if not players[0].refused and not low <= players[0].count <= high:
            desk.error(
                "E05", f"{players[0].count} play here, but the game is for {low} to {high}",
                players[0].span,
            )  # fmt: skip
    for line in tree.lines:
        example_line(desk, line, names)
    return g.Example(tree.title.plain, tree, tree.span)


def example_line(desk: Desk, line: d.ExampleLine, names: tuple[str, ...]) -> None:
    """Seats, options, phases and actions that an example names."""
    match line:
        case d.ExampleSet(name=name, span=span) if name not in desk.game.options:
            desk.misnamed(
                "E04", f"there is no option called `{name}`", span, name, desk.game.options,
                "options are",
            )  # fmt: skip
        case d.ExampleMove() | d.ExampleSees():
            if line.seat not in names:
                desk.misnamed(
                    "E01", f"nobody called `{line.seat}` plays in this example", line.span,
                    line.seat, names, "who plays",
                )  # fmt: skip
            if isinstance(line, d.ExampleMove):
                for move in line.moves:
                    example_action(desk, move)
        case d.ExampleStart(phase=phase) if phase is not None:
            if phase.name not in desk.phase_trees:
                desk.misnamed(
                    "E02", f"there is no phase called `{phase.name}`", phase.span, phase.name,
                    desk.phase_trees, "phases are",
                )  # fmt: skip


def example_action(desk: Desk, move: d.MoveText) -> None:
    """An action must be one of some choice."""
    known = {name for phase in desk.game.phases.values() for name in actions_of(phase.body)}
    if move.action not in known:
        desk.misnamed(
            "E02", f"nothing called `{move.action}` can be chosen in this game", move.span,
            move.action, known, "what can be chosen",
        )  # fmt: skip


def any_choice(tree: s.Block) -> bool:
    """Whether a block holds a choice."""
    return any(isinstance(statement, s.Choose) for statement in tree)
