"""What the passes of the checker share: the game as far as it is known, and the names in sight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

import attrs

from hoyle.dsl.card_words import FRENCH
from hoyle.dsl.checked import game as g
from hoyle.dsl.checked import types as t
from hoyle.dsl.nearest import WRITTEN, distance, find_holding, listed, nearest
from hoyle.dsl.node import select_kind, walk
from hoyle.dsl.report import MAX_PROBLEMS, Problem, Report, tell_once
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

Definition = d.Define | d.Table | d.Ranking
Checked = g.Define | g.Table | g.Ranking

MANY = 3  # places where a register would be of another type: it is the register that is wrong
GIVEN_BY = "a library that comes with the program has it:  use {}"
MAX_COMPARED = 20_000  # names that are compared with others, to find what was meant

# What tells the shipped library that has a definition of a name, for what is declared and the ranks
# of the pack, and whether it is asked of a rank: how much that library lacks, and its name.
Giving = Callable[[str, Collection[str], Collection[str], bool], tuple[int, str]]
# What tells the shipped libraries whose pack has a suit, for what is declared, and its other suits.
Suited = Callable[[str, Collection[str]], tuple[list[str], set[str]]]
Unfit = tuple[g.Register, t.Type]  # a register, and the type that it has not


@attrs.define(eq=False)
class CheckContext:
    """Trees by name, what has been checked of them, and the report."""

    report: Report
    game: g.Game
    # checks the definition of a name when it is first used; None where it needs itself
    check_definition: Callable[[CheckContext, str], Checked | None]
    types: dict[str, t.Type] = attrs.field(factory=dict)
    named_types: dict[str, tuple[d.Type, Span]] = attrs.field(factory=dict)
    # trees that are checked when they are first used, or at the end
    definitions: dict[str, Definition] = attrs.field(factory=dict)
    # phrases, by the places of the values with which they may have been meant to end
    phrases: dict[Span, e.Phrase] = attrs.field(factory=dict)
    conditions_trees: dict[str, d.Conditions] = attrs.field(factory=dict)
    phase_trees: dict[str, d.Phase] = attrs.field(factory=dict)
    # by name, the phases whose steps give it, and where; made when it is first asked for
    given_in_phases: dict[str, list[tuple[str, e.NamedNode]]] | None = None
    last_in: dict[int, str] | None = None  # the actions by their last steps; made like that
    # every action, behind the phase in which it is chosen; gone through once
    _actions: list[tuple[str, s.Action]] | None = None
    gone: dict[str, set[str]] = attrs.field(factory=dict)  # by phase, names that it cannot ask
    kept: list[tuple[d.Zone | d.Register, g.Zone | g.Register]] = attrs.field(factory=list)
    in_work: list[str] = attrs.field(factory=list)
    all_declared: bool = False  # whether zones and state have their types, and defines can be asked
    choices: list[t.ChoiceT] = attrs.field(factory=list)
    declared: dict[str, Span] = attrs.field(factory=dict)
    # what a library that was not found, or that lacks what it expects, would have given
    library_lost: bool = False
    counts_known: bool = False  # whether it is said how many can play
    ranks_known: bool = False  # whether the pack, as far as it names its ranks, is without mistake
    not_given: set[str] = attrs.field(factory=set)
    ambiguous: set[str] = attrs.field(factory=set)  # names of two kinds of things
    refused: set[str] = attrs.field(factory=set)  # names of operations that a line gives to a thing
    # what is told once, with all its places: names that mean nothing, other words that are not
    # there to be chosen (both by the word), and problems of one title
    missing: dict[str, list[Problem]] = attrs.field(factory=dict)
    misspelt: dict[str, list[Problem]] = attrs.field(factory=dict)
    lacks_type: bool = False  # whether a type is named that is nowhere declared
    repeated: dict[str, list[Problem]] = attrs.field(factory=dict)
    # Definitions of which it is told that they lack what they are asked of: not at their uses.
    lacking: set[str] = attrs.field(factory=set)
    # values that do not go with the type of a register: by it, and by the type that they have
    unfit: dict[Unfit, list[Problem]] = attrs.field(factory=dict)
    # of those that are to hold another register: that one, and the type that it should have
    held: list[tuple[Unfit, Unfit, Problem]] = attrs.field(factory=list)
    numbers: dict[g.Register, list[t.Type]] = attrs.field(factory=dict)  # of these the numbers
    fitting: set[g.Register] = attrs.field(factory=set)  # what has the right type in some place
    compared: int = 0
    collected: int = 0  # how many problems were noted in the four above
    used: tuple[tuple[Source, Span], ...] = ()  # the libraries, and where they are asked for
    expected: set[str] = attrs.field(factory=set)  # what they expect, and the game declares so
    # what stands in cells of cases, for names in questions: no words that somebody wrote there
    case_cells: set[Span] = attrs.field(factory=set)
    added_names: dict[str, str] = attrs.field(factory=dict)  # the variant that alone has each
    # the options of variants below, each behind the variant's name
    variant_options: Sequence[tuple[str, d.Option]] = ()
    packs: Sequence[str] = ()  # the libraries with the pack that is meant, where there is none
    # what state and zones are called, before they are declared
    kept_names: frozenset[str] = frozenset()
    find_giving: Giving = lambda *_: (0, "")  # the shipped library that has a definition of a name
    find_suited: Suited = lambda *_: ([], set())
    # the type of what a library calls by a name
    find_type_given: Callable[[str, str], t.Type] = lambda *_: t.UNKNOWN

    @property
    def suggests(self) -> bool:
        """Whether so few names are unknown that it is still asked what was meant."""
        few = self.compared <= MAX_COMPARED and self.count_told <= MAX_PROBLEMS
        return self.report.suggests and few

    @property
    def actions(self) -> list[tuple[str, s.Action]]:
        """Every action, behind the phase in which it is chosen."""
        if self._actions is None:
            trees = self.phase_trees.items()
            self._actions = [(name, one) for name, tree in trees for one in _list_actions(tree)]
        return self._actions

    def error(
        self, code: str, title: str, span: Span, *, label: str = "", help: Sequence[str] = (),
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:  # fmt: skip
        """Report an error."""
        self.report.add(code, title, span, label=label, help=tuple(help), also=also)

    def add_unknown(
        self, code: str, title: str, span: Span, word: str, words: Iterable[str], lead: str,
        sooner: Collection[str] = (), fitting: Sequence[str] | None = None, lacking: str = "",
        takes: Callable[[t.Type], bool] = lambda _: True,
    ) -> None:  # fmt: skip
        """Report a name that is not known, with the nearest and all that would do.

        Of names that are as near, the nearest is one of those that come `sooner`. Where not all
        would do, `fitting` are those that do; what a library has must be of a type it `takes`.
        `lacking` is the line that would declare the name, where nothing is near.
        """
        if code in ("N01", "N04", "V02", "E02", "F04") and (
            self.library_lost or word in self.not_given
        ):
            return
        self.lacks_type = self.lacks_type or code == "N04"
        places = self.missing if code == "N01" else self.misspelt
        label, help_ = "", tuple[str, ...]()
        if self.suggests:
            label, help_ = self._suggest(
                code, word, list(dict.fromkeys(words)), lead, sooner, fitting, lacking, takes
            )
        if word in self.added_names:
            label = f"only the variant `{self.added_names[word]}` has it"
        self.collected += 1
        places.setdefault(word, []).append(Problem(code, title, span, label, help_))

    def _suggest(
        self, code: str, word: str, known: list[str], lead: str, sooner: Collection[str],
        fitting: Sequence[str] | None, lacking: str, takes: Callable[[t.Type], bool],
    ) -> tuple[str, tuple[str, ...]]:  # fmt: skip
        """What may have been meant by a word: the label and the help of its message."""
        from hoyle.dsl.parser.vocabulary import is_reserved  # loaded where something is wrong only

        self.compared += len(known)
        unfit = {one for one in known if one in self.declared and is_reserved(one)}
        known = [one for one in known if one not in unfit]  # it must be called otherwise
        fitting = None if fitting is None else [one for one in fitting if one not in unfit]
        close = WRITTEN.get(word)
        if close not in known:
            # `hand`, of `hand of seat`
            heads = {one.split(" ")[0]: one for one in fitting or known}
            close = heads.get(nearest(word, heads, sooner) or "")
        close = close or find_holding(word, fitting or known)
        giving = ""
        if code == "N01":
            _, giving = self.find_giving(word, self.declared, self.game.ranks, bool(lacking))
        near = close and distance(word, close) == 1
        if giving and takes(self.find_type_given(giving, word)):
            near_label = f"did you mean `{close}`?" if near else ""
            return near_label, (f"{'or ' * bool(near)}{GIVEN_BY.format(giving)}",)
        suits = known if code == "P04" else self.game.suits if code == "N01" else ()
        french = tuple(suits) == tuple(FRENCH) and word not in WRITTEN and takes(t.SUIT)
        packs, others = self.find_suited(word, self.declared) if french and not near else ([], ())
        if packs:
            self.not_given.update(others)  # they are not given for the same reason
            return "", tuple(map(GIVEN_BY.format, packs))
        label = f"did you mean `{close}`?" if close else ""
        if close is None and lead == "phases are" and code not in ("E02", "V02"):
            label = PLAIN_STEPS.get(word, "")
            label = "" if label == NO_STEP and lacking else label  # it is an action
        fitting = known if fitting is None else fitting
        help_ = (f"{lead}: {listed(fitting, like=word)}",) if fitting else ()
        lacking = lacking if help_ else lacking.removeprefix("or ")
        return label, (*help_, lacking) if lacking and not label else help_

    def add_repeated(
        self, code: str, title: str, span: Span, label: str = "", help: tuple[str, ...] = (),
        also: tuple[tuple[Span, str], ...] = (), key: str = "",
    ) -> None:  # fmt: skip
        """Report what may stand in many places with the same cause: the first of them is shown.

        Those of one `key` have one cause; without it, those of one title.
        """
        self.collected += 1
        self.repeated.setdefault(key or title, []).append(
            Problem(code, title, span, label, help, also)
        )

    def add_phrase(self, tree: e.Phrase) -> None:
        """Note where a phrase may have been meant to end: before what is added, or compared with.

        `total x of s for s in seats + 1`, `count s in seats where out of s is 1`.
        """
        last = tree.where or tree.over
        if isinstance(last, e.Compare):
            if tree.kind == "count":
                self.phrases[last.left.span] = tree
            last = last.right
        while isinstance(last, e.Sum):
            last = last.left
            self.phrases[last.span] = tree

    def add_no_ranks(self, span: Span) -> None:
        """Report a rank that is asked for where the pack has single cards alone."""
        help_ = "write them under `pack`, for example `ranks A 2 3 4 5 6 7 8 9 10 J Q K`"
        self.add_repeated("P02", "the pack has no ranks", span, help=(help_,))

    def add_unfit(
        self, register: g.Register | None, given: t.Type, code: str, title: str, span: Span,
        help: Sequence[str], also: tuple[tuple[Span, str], ...] = (),
        held: tuple[g.Register, t.Type] | None = None,
    ) -> None:  # fmt: skip
        """Report a value of another type than a register has: where many are, that may be wrong.

        Where the value is `held` by another register, it may be that one.
        """
        if register is None:
            self.error(code, title, span, help=help, also=also)
            return
        number, one = t.is_number(given), t.bare(register.type)
        if given == t.EMPTY or t.element(t.bare(given)) == one:
            given = t.SetT(one)  # where several are used as it, it was meant to hold several
        key = register, t.NUMBER if number else t.bare(given)
        problem = Problem(code, title, span, help=tuple(help), also=also)
        self.collected += 1
        self.unfit.setdefault(key, []).append(problem)
        if held is not None:
            self.held.append((key, held, problem))
        if number:
            self.numbers.setdefault(register, []).append(t.bare(given))

    def withdraw(self, follows: Callable[[Problem], bool]) -> list[Problem]:
        """Take back the problems that follow from another one."""
        told = self.report.problems
        taken = [one for one in told if follows(one)]
        told[:] = [one for one in told if not follows(one)]
        for collected in (self.repeated, self.unfit):
            for places in collected.values():
                taken += [one for one in places if follows(one)]
                places[:] = [one for one in places if not follows(one)]
        self.repeated = {key: places for key, places in self.repeated.items() if places}
        self.unfit = {key: places for key, places in self.unfit.items() if places}
        return taken

    def add_fit(self, value: g.Value, other: t.Type) -> None:
        """Note that a register has the type that is wanted, or of what it is held against."""
        if value.register is not None and other not in (t.NONE, t.UNKNOWN):
            self.fitting.add(value.register)

    def _tell_unfit(self) -> None:
        for key, other, problem in self.held:
            if key[0] in self.fitting and other in self.unfit and problem in self.unfit[key]:
                self.unfit[key].remove(problem)
                self.unfit[other].append(problem)
        self.unfit = {key: places for key, places in self.unfit.items() if places}
        kinds = Counter(register for register, _ in self.unfit)
        for (register, given), places in self.unfit.items():
            declared_at = (register.span, f"`{register.name}` is declared here")
            helped = any(one.help for one in places)
            often = len(places) >= MANY and t.element(given) is not None
            declared = self._declare_anew(register, given, often)
            if kinds[register] == 1 and declared and len(places) > 1:
                told = [tell_once([attrs.evolve(one, help=()) for one in places])]
            else:
                told = [tell_once(places)] if len(places) >= MANY else places
            if declared or not helped or t.element(given) is not None:
                told = [
                    attrs.evolve(one, also=(*one.also, declared_at), help=(*declared, *one.help))
                    for one in told
                ]
            self.report.take(told)

    def _declare_anew(
        self, register: g.Register, given: t.Type, often: bool = False
    ) -> tuple[str, ...]:
        """The declaration with which all would fit; none where something fits as it is.

        But where it is `often` used as several it may fit by chance.
        """
        if given == t.NONE:
            kind = t.bare(register.type)
            choices = kind.words if isinstance(kind, t.ChoiceT) else ()
            others = (f"it can be {listed(choices)}",) * bool(choices)
            like = next((one for one in choices if re.match("no_|none|nobody|nothing", one)), "")
            if like:
                return (f"{others[0]}; did you mean `{like}`?",)
            single = isinstance(kind, t.PlainT | t.ChoiceT | t.RecordT)
            words = register.span.words
            said = re.sub(r"(: [A-Z]\w*)\b", r"\1 or none", words, count=1) if single else words
            declared = (f"what may be none is declared so:  {said}",) if said != words else ()
            return (*others, *declared)
        written = next((name for name, kind in t.NAMED.items() if kind == given), "")
        one_of_them = register.type.element == given  # a list, and what is to come into it
        if not written or one_of_them or (register in self.fitting and not often):
            return ()
        if given == t.NUMBER and t.is_number(register.type):
            return ()  # several of them were asked for at once
        if given == t.NUMBER:
            ranges = [one for one in self.numbers[register] if isinstance(one, t.NumberT)]
            lows = [one.low for one in ranges if one.low is not None]
            highs = [one.high for one in ranges if one.high is not None]
            known = 0 < len(lows) == len(highs) == len(self.numbers[register])
            written = f"{min(lows)}..{max(highs)}" if known else "0..100"
        head = register.span.words.split(":")[0]
        none = " or none = none" if register.type.or_none else ""
        return (f"or, if it is declared wrongly:  {head}: {written}{none}",)

    def add_unknown_phase(self, code: str, name: str, span: Span) -> None:
        """Report a name that no phase has; an action stands in one."""
        title = f"there is no phase called `{name}`"
        phase = next((phase for phase, action in self.actions if action.name == name), None)
        if phase is not None:
            called = phase + "(…)" * bool(self.phase_trees[phase].params)
            label = f"`{name}` is chosen in a phase: write `{called}`"
            return self.add_repeated(code, title, span, label=label)
        self.add_unknown(code, title, span, name, self.phase_trees, "phases are")

    def check_once(
        self, seen: dict[str, Span], name: str, span: Span, code: str, title: str,
        label: str = "the first time is here",
    ) -> bool:  # fmt: skip
        """Whether a name is not yet among those seen, where it is noted; tells where it is."""
        first = seen.setdefault(name, span)
        if first is not span:
            self.error(code, title, span, also=((first, label),))
        return first is span

    @property
    def failed(self) -> bool:
        """Whether anything is wrong so far."""
        return bool(
            self.report.failed or self.missing or self.misspelt or self.repeated or self.unfit
        )

    @property
    def count_told(self) -> int:
        """How many problems were noted so far."""
        return len(self.report.problems) + self.collected

    def report_collected(self) -> None:
        """Each of these problems once: at its first place, with the lines of the others."""
        misspelt = (p for word, p in self.misspelt.items() if word not in self.missing)
        follow = {f"`{name}` takes nothing" for name in self.lacking}
        repeated = (p for title, p in self.repeated.items() if title.split(",")[0] not in follow)
        missing = (_doubt_nearest(word, places) for word, places in self.missing.items())
        for places in (*missing, *misspelt, *repeated):
            self.report.take([tell_once(places)])
        self._tell_unfit()


def _doubt_nearest(word: str, places: list[Problem]) -> list[Problem]:
    """Those of a word that is nowhere declared: one that stands in many lines is hardly misspelt.

    Unless it is no more than a letter that is wrong: who copies the word copies that.
    """
    meant = re.match(r"did you mean `(\w+)`\?$", places[0].label)
    lines = {one.span.line for one in places}
    if meant is None or len(lines) < MANY or distance(word, meant[1]) == 1:
        return places
    says = f"or it is not declared yet: `{word}` needs a line below `state` or `zones`"
    return [attrs.evolve(one, label="", help=(*one.help, says)) for one in places]


NO_STEP = "where nothing is done, nothing is written"
# What is said of words for a step that has none here.
PLAIN_STEPS = {
    word: says
    for words, says in {
        "break return exit quit leave": "a loop is left with `stop`, a phase with `end NAME`",
        "continue next": "what is left out in some rounds stands under an `if`",
        "skip pass nothing": NO_STEP,
        "elif elsif elseif": "another case of an `if` begins with `else if`",
        "loop repeat for while": "a loop is left with `stop`",
        "game play everything": "the match is ended with `end match`",
    }.items()
    for word in words.split()
}


@attrs.define(eq=False)
class Scope:
    """The names in sight at one place: variables, and what surrounds the place."""

    ctx: CheckContext
    names: dict[str, g.Var] = attrs.field(factory=dict)
    outer: Scope | None = None
    it: g.Var | None = None
    in_loop: bool = False  # whether `stop` can stand here
    element: g.Var | None = None  # the innermost element of a loop or phrase that has a name
    choosers: tuple[str, ...] = ()  # in a row of a policy: how the text names who chooses
    chosen_by: str = ""  # in a choice: how it is written who chooses
    phase: str = ""  # in the steps of a phase: its name
    law: d.Law | None = None  # in `always` and `never`: the whole
    fixed: bool = False  # whether only what no play changes can stand here
    sets: t.Type | None = None  # where a name is set, or chips are paid: what such a thing is

    @property
    def game(self) -> g.Game:
        """The game as far as it is checked."""
        return self.ctx.game

    def inner(self, it: g.Var | None = None) -> Scope:
        """A scope inside this one."""
        return attrs.evolve(self, names={}, outer=self, it=it or self.it)

    def looping(self) -> Scope:
        """The same names, inside a loop."""
        return attrs.evolve(self, in_loop=True)

    def find(self, name: str) -> g.Var | None:
        """The variable of that name, the innermost first."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def add(self, var: g.Var) -> g.Var:
        """Bring a variable into sight."""
        self.names[var.name] = var
        return var

    def all_vars(self) -> list[g.Var]:
        """Every variable in sight, the innermost of each name."""
        found = self.outer.all_vars() if self.outer else []
        return [var for var in found if var.name not in self.names] + list(self.names.values())

    def of_type(self, kind: t.Type) -> g.Var | None:
        """The nearest variable of a type."""
        return next((var for var in reversed(self.all_vars()) if var.type == kind), None)


def _list_actions(tree: d.Phase) -> list[s.Action]:
    return select_kind(walk(tree), s.Action)
