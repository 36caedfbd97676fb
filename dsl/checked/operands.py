"""What operations are asked of, where a type alone does not say it."""

from __future__ import annotations

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.checked.builtins import Operation
from hoyle.dsl.checked.context import CheckContext, Scope
from hoyle.dsl.checked.suggestions import suggest_for_asked, tell_single
from hoyle.dsl.nearest import distance
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e


def takes_first(scope: Scope, tree: e.Apply, first: g.Value, chosen: Operation) -> bool:
    """Whether an operation is asked of such a thing as its first argument is; tells where not."""
    ctx, kind = scope.ctx, t.bare(first.type)
    wants = chosen.takes[0]
    if kind == t.UNKNOWN:
        return True
    code, wanted = "T01", ""
    if isinstance(wants, str) and t.element(kind) is None:
        code, wanted = "T03", "several things"
    elif tree.name in ("top", "bottom") and isinstance(kind, t.SetT):
        wanted = "a pile, whose cards have an order"
    elif tree.name in ("rank", "suit") and kind != t.CARD and t.element(kind) != t.CARD:
        wanted = "a card"
    elif isinstance(wants, t.RecordT) and not isinstance(kind, t.RecordT):
        wanted = "a record"
    if wanted:
        arg = tree.args[0]
        title = f"`{tree.name}` is asked of {wanted}, but `{arg.words}` is {first.type}"
        help_ = tuple(suggest_for_asked(ctx, tree, first))
        if wanted == "a card" and not help_ and (card := scope.of_type(t.CARD)) is not None:
            help_ = (f"that of `{card.name}` is `{tree.name} of {card.name}`",)
        several = [var.name for var in scope.all_vars() if t.element(t.bare(var.type)) == kind]
        near = [name for name in several if distance(name, arg.words) == 1]
        if near and code == "T03":
            ctx.error(code, title, arg.span, label=f"did you mean `{near[0]}`?")
        elif code == "T03":
            tell_single(ctx, title, arg.span, first, help_)
        else:
            ctx.error(code, title, arg.span, help=help_)
    return not wanted


def check_meld(ctx: CheckContext, tree: e.Expr) -> g.Value:
    """The name of a define over cards that says what a meld is."""
    name = tree.name if isinstance(tree, e.Name) else tree.words
    defines = {n: other for n, other in ctx.definitions.items() if isinstance(other, d.Define)}
    if name in defines:
        ctx.game.uses.names.add(name)
        define = ctx.check_definition(ctx, name)
        if define is None or len(define.params) == 1:
            return g.Literal("meld", name, False, t.MELD, tree.span)
    if isinstance(tree, e.Name) and name not in ctx.declared:
        known = [other for other, meaning in defines.items() if len(meaning.params) == 1]
        ctx.add_unknown(
            "N01", f"there is no define called `{name}`", tree.span, name, known, "such are"
        )
    else:
        lead = "the name of a define over cards is wanted here"
        word, help_ = tree.name if isinstance(tree, e.Apply) else name, ""
        if word in defines:
            help_ = f"it has one parameter, the cards:  define {word}(cards: Cards) = …"
            if len(defines[word].params) == 1:
                help_ = f"its name alone stands here:  {word}"
        ctx.error("T01", f"{lead}, but `{name}` is none", tree.span, help=(help_,) * bool(help_))
    return g.Const(0, t.UNKNOWN, tree.span)
