"""Terms: expressions without their place in the text, so that two that mean the same are one.

A term is a number in a table in which each is kept once. Defines are replaced by what they stand
for, names stay. A term means its value *now*: when a name, register or zone that it mentions
changes, whoever keeps it has to let it go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_

import attrs

from hoyle.dsl.checked import game as g
from hoyle.dsl.checked.types import ChoiceT
from hoyle.dsl.checked.values import PICKS, Thing, definition_values, things_read

Term = int
Atom = g.Var | Thing
Env = Mapping[g.Var, Term]
NOTHING: Term = 0  # stands for what a phrase leaves out
MAX_PLACES = 12  # zones that each have a word are gone through one by one

INVERSE = {"left": "right", "right": "left"}


@attrs.frozen
class Shape:
    """How a term is made: `op`, what it applies to, and its arguments.

    The `op` of a register or zone is `load`, of a family at a set of indices `many`, of a variable
    `var`, of the element of a phrase `element`; of a quantifier's variable `each`; else the name of
    the operation, or `constant`, `phrase`, `table`. `at` is a number that belongs to it: which of
    the indices of `many` are sets (a bit for each), how deep a phrase or the phrase of an `element`
    is, which quantifier `each` is, and the phrase that an `element of` comes from.
    """

    op: str
    of: object = None
    args: tuple[Term, ...] = ()
    at: int = 0

    @property
    def thing(self) -> Thing | None:
        """The zone or register that it reads, by itself or as one of a family."""
        return self.of if isinstance(self.of, g.Zone | g.Register) else None

    @property
    def places(self) -> tuple[int, ...]:
        """The indices of a family that are sets: of one zone none, of `many` some."""
        return tuple(k for k in range(len(self.args)) if self.op == "many" and self.at >> k & 1)

    @property
    def is_filter(self) -> bool:
        """Whether it is `… where …`."""
        return self.op == "phrase" and self.of == "filter"


ONE = ("first", "best", "sole")  # phrases that give one of what they go through, or none
EVERY_SEAT, EVERY_CARD = Shape("setting", "seats"), Shape("setting", "pack")


class Terms:
    """All terms of one game."""

    def __init__(self, constant: Callable[[g.Value], int | None], more_than_one_seat: bool) -> None:
        self.constant = constant
        self.more_than_one_seat = more_than_one_seat
        self.shapes: list[Shape] = [Shape("nothing")]
        self._numbers: dict[tuple[object, ...], Term] = {("nothing", None, (), 0): NOTHING}
        self.atoms: list[frozenset[Atom]] = [frozenset()]
        self.heights: list[int] = [0]
        self.parts: list[int] = [1]  # of each term the mask of itself and all terms inside it
        self.mentioning = defaultdict[Atom, set[Term]](set)  # the terms that an atom stands in
        self.equalities: dict[frozenset[tuple[Term, Term]], object] = {}  # see known_facts.py
        self._calls: dict[tuple[object, tuple[Term, ...]], Term] = {}
        self._rows: dict[Term, tuple[Term, ...]] = {}
        self._substituted: dict[tuple[Term, Term, Term], Term] = {}
        self._decided: dict[int, int | None] = {}
        self._things: dict[object, frozenset[Thing]] = {}

    def make(self, op: str, of: object = None, args: tuple[Term, ...] = (), at: int = 0) -> Term:
        """The term of a shape, in its simplest form."""
        if op in INVERSE and len(args) == 1 and self.shapes[args[0]].op == INVERSE[op]:
            inner = self.shapes[args[0]].args
            if len(inner) == 1:
                return inner[0]
        if op == "is_some":
            return self.make("not", None, (self.make("is_empty", None, args),))
        if op == "not_in":
            return self.make("not", None, (self.make("in", None, args),))
        if op in ("and", "or") and args[0] == args[1]:
            return args[0]
        if op == "size" and self.shapes[args[0]].is_filter:  # both ways to write it are one term
            phrase = self.shapes[args[0]]
            return self.make("phrase", "count", phrase.args, phrase.at)
        key = (op, of, args, at)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.shapes)
            self.shapes.append(Shape(op, of, args, at))
            atoms = {atom for arg in args for atom in self.atoms[arg]}
            if isinstance(of, g.Var | Thing):
                atoms.add(of)
            elif isinstance(of, g.Table | g.Ranking):
                atoms |= self.things_of(of)
            height = max((self.heights[arg] for arg in args), default=0)
            self.atoms.append(frozenset(atoms))
            for atom in atoms:
                self.mentioning[atom].add(found)
            self.heights.append(height + (op == "phrase"))
            self.parts.append(reduce(or_, (self.parts[arg] for arg in args), 1 << found))
        return found

    def things_of(self, table: g.Table | g.Ranking) -> frozenset[Thing]:
        """Every zone and register that a table reads."""
        found = self._things.get(table)
        if found is None:
            found = self._things[table] = things_read(*definition_values(table))
        return found

    def variable(self, var: g.Var) -> Term:
        """The term of a variable."""
        return self.make("var", var)

    def number(self, term: Term) -> int | None:
        """The number that a term is, where it is one."""
        shape = self.shapes[term]
        return shape.of if shape.op == "constant" and isinstance(shape.of, int) else None

    def is_empty(self, pile: Term) -> Term:
        """Whether nothing lies there."""
        return self.make("is_empty", None, (pile,))

    def list_wholes(self, load: Term) -> list[tuple[Term, ...]]:
        """What says, each taken together, all that lies in a zone.

        That is the zone itself; of a pile of at most two cards its ends too.
        """
        wholes: list[tuple[Term, ...]] = [(load,)]
        zone = self.shapes[load].of
        if isinstance(zone, g.Zone) and zone.pile and zone.capacity is not None:
            most = self.number(self.term(zone.capacity, {}))
            if most is not None and most <= 2:
                wholes.append((self.make("top", None, (load,)), self.make("bottom", None, (load,))))
        return wholes

    def list_places(self, load: Term) -> list[tuple[Term, ...]]:
        """For each index of a zone that is one of a few words, what lies in all of them."""
        args, thing, found = self.shapes[load].args, self.shapes[load].thing, []
        for at, index in enumerate(() if thing is None or thing.record else thing.index):
            words = index.type.words if isinstance(index.type, ChoiceT) else ()
            if 0 < len(words) <= MAX_PLACES and thing is not None:
                each = (self.make("constant", k) for k in range(len(words)))
                loads = (self.load(thing, (*args[:at], k, *args[at + 1 :])) for k in each)
                found.append(tuple(loads))
        return found

    def add_ranges(
        self, op: str, one: tuple[Term, Term], other: tuple[Term, Term]
    ) -> tuple[Term, Term] | None:
        """The least and the most of a sum or difference; None where a bound is no plain number."""
        numbers = [found for term in (*one, *other) if (found := self.number(term)) is not None]
        if len(numbers) < 4:
            return None
        low, high, least, most = numbers
        if op == "minus":
            least, most = -most, -least
        return self.make("constant", low + least), self.make("constant", high + most)

    def load(self, thing: Thing, index: tuple[Term, ...]) -> Term:
        """The term of a zone or register."""
        return self.make("load", thing, index)

    def united(self, term: Term) -> tuple[list[Term], list[Term]]:
        """What a term puts together: the sets, and what stands in lists by itself."""
        shape = self.shapes[term]
        if shape.op != "union":
            return ([], list(shape.args)) if shape.op == "list" else ([term], [])
        sets, named = zip(*map(self.united, shape.args), strict=True)
        return [one for several in sets for one in several], [
            one for several in named for one in several
        ]

    def origin(self, term: Term) -> Term:
        """What cards are picked from: several places together, of a sum, or of either way."""
        shape = self.shapes[term]
        if shape.op in ("union", "if"):
            sets = shape.args if shape.op == "union" else shape.args[1:]
            places = tuple(dict.fromkeys(map(self.origin, sets)))
            return places[0] if len(places) == 1 else self.make("union", None, places)
        picks = shape.of if shape.op == "phrase" else shape.op
        return self.origin(shape.args[0]) if picks in PICKS and shape.args else term

    # ------------------------------------------------------------------ from values

    def decided(self, value: g.Value) -> int | None:
        """What the options have made of a value; None where it is open."""
        if id(value) not in self._decided:
            self._decided[id(value)] = self.constant(value)
        return self._decided[id(value)]

    def term(self, value: g.Value, env: Env) -> Term:
        """The term of a value; `env` has the parameters of the defines around it."""
        match value:
            case g.Const(value=number):
                return self.make("constant", number)
            case g.Literal(what=what, word=word, copy=copy):
                return self.make("literal", (what, word, copy))
            case g.Setting(name=name):
                return self.make("setting", name)
            case g.Local(var=var):
                return env[var] if var in env else self.variable(var)
            case g.Load(thing=thing, index=index):
                return self.load(thing, tuple(self.term(v, env) for v in index))
            case g.Many(thing=thing, index=index, places=places):
                args = tuple(self.term(v, env) for v in index)
                return self.make("many", thing, args, sum(1 << k for k in places))
            case g.Call(of=of, args=args):
                return self.call(of, tuple(self.term(v, env) for v in args))
            case g.RowValue(table=table, args=args, line=line):
                given = tuple(self.term(v, env) for v in args)
                return self.make("table", table, (*given, self.variable(line)))
            case g.Op(name=name, args=args):
                return self.operation(name, args, env)
            case g.Phrase(kind=kind, var=var, over=over, where=where, value=each):
                found = [self.term(over, env)]
                inner = {**env, var: self.variable(var)}
                found += [NOTHING if v is None else self.term(v, inner) for v in (where, each)]
                return self.phrase(kind, var, (found[0], found[1], found[2]))

    def operation(self, name: str, args: tuple[g.Value, ...], env: Env) -> Term:
        """An operation, without the side that the options leave out."""
        decided = self.decided(args[0]) if name in ("and", "or", "if") else None
        if decided is None:
            return self.make(name, None, tuple(self.term(v, env) for v in args))
        if name == "if":
            return self.term(args[1 if decided else 2], env)
        if bool(decided) == (name == "or"):
            return self.make("constant", int(bool(decided)))
        return self.term(args[1], env)

    def phrase(self, kind: str, var: g.Var, parts: tuple[Term, Term, Term]) -> Term:
        """A phrase: its variable becomes an element known by how deep the phrase is.

        One that gives one of several picks it out of those that its `where` leaves.
        """
        over, where, value = parts
        if kind in ONE and where != NOTHING:
            over, where = self.phrase("filter", var, (over, where, NOTHING)), NOTHING
        height = max(self.heights[where], self.heights[value])
        element = self.make("element", at=height)
        old = self.variable(var)
        where, value = (self.substitute(part, old, element) for part in (where, value))
        return self.make("phrase", kind, (over, where, value), height)

    def call(self, of: g.Define | g.Table | g.Ranking, args: tuple[Term, ...]) -> Term:
        """A define is what it stands for; a table is kept with its arguments."""
        if not isinstance(of, g.Define):
            return self.make("table", of, args)
        key = (of, args)
        found = self._calls.get(key)
        if found is None:
            found = self._calls[key] = self.term(of.value, dict(zip(of.params, args, strict=True)))
        return found

    def rows(self, term: Term) -> tuple[Term, ...]:
        """The tests and values of a table's rows, for the arguments of a term `table`."""
        found = self._rows.get(term)
        if found is None:
            shape = self.shapes[term]
            table = shape.of
            assert isinstance(table, g.Table | g.Ranking)
            env = dict(zip(table.params, shape.args, strict=False))
            values = definition_values(table)
            found = self._rows[term] = tuple(dict.fromkeys(self.term(v, env) for v in values))
        return found

    # ------------------------------------------------------------------ changes

    def list_parts(self, term: Term) -> list[Term]:
        """A term and all that it is made of, in tables too."""
        waiting, seen = [term], {term}
        for at in waiting:
            shape = self.shapes[at]
            more = dict.fromkeys((*shape.args, *(self.rows(at) if shape.op == "table" else ())))
            waiting += [part for part in more if part not in seen]
            seen |= more.keys()
        return waiting

    def substitute(self, term: Term, old: Term, new: Term) -> Term:
        """A term with another in the place of one inside it."""
        if term == old:
            return new
        shape = self.shapes[term]
        if not shape.args:
            return term
        key = (term, old, new)
        found = self._substituted.get(key)
        if found is None:
            args = tuple(self.substitute(arg, old, new) for arg in shape.args)
            found = term if args == shape.args else self.make(shape.op, shape.of, args, shape.at)
            self._substituted[key] = found
        return found

    def loads_of(self, term: Term, thing: Thing) -> list[tuple[Term, ...]] | None:
        """The indices at which a term reads a thing; None where that cannot be told."""
        if thing not in self.atoms[term]:
            return []
        shape = self.shapes[term]
        if shape.op == "table" or (shape.op == "many" and shape.of is thing):
            return None
        found = [shape.args] if shape.op == "load" and shape.of is thing else []
        for arg in shape.args:
            inner = self.loads_of(arg, thing)
            if inner is None:
                return None
            found += inner
        return found
