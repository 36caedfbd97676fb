"""Hypothesis strategies for trees that the grammar can write.

The levels of the grammar are kept one by one: what stands below another level comes in brackets.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
from hypothesis import strategies as st

from hoyle.dsl.format.templates import format_expression
from hoyle.dsl.source import Source, Span
from hoyle.dsl.tree import declarations as d
from hoyle.dsl.tree import expressions as e
from hoyle.dsl.tree import statements as s

Made = st.SearchStrategy[Any]

NAMES = ("card", "seat", "hand", "stock", "score", "trump", "is_best", "a_rather_long_name", "x2")
TYPES = ("Card", "Cards", "Pile", "Seat", "Rank", "YesNo", "Box")
WORDS = ("yes", "no", "none", "empty", "it", "players", "sides", "pack", "seats")
ACTIONS = (*NAMES, "play", "pay", "show", "stop", "order")  # hard words too
COMPARISONS = ("is", "is not", "<", ">", "<=", ">=", "in", "not in")
DEEP = 3


def written(text: str) -> Span:
    """The place of something in a text of its own."""
    return Span(Source("generated", text), 0, len(text))


NOWHERE = written("")


def node(kind: Any, *fields: Any) -> Made:
    """A node of the tree; plain values stand for themselves."""
    places = {f.name: NOWHERE for f in attrs.fields(kind) if f.name.endswith("span")}

    # Without arguments it has a short name: Hypothesis writes out those of all parts.
    @st.composite
    def made(draw: st.DrawFn) -> Any:
        parts = [draw(field) if isinstance(field, st.SearchStrategy) else field for field in fields]
        return kind(*parts, **places)

    return made()


def several(one: Made, least: int = 1, most: int = 3) -> Made:
    """A tuple of some of them."""
    return st.lists(one, min_size=least, max_size=most).map(tuple)


def maybe(one: Made) -> Made:
    """None, or one."""
    return st.none() | one


names = st.sampled_from(NAMES)
types = st.sampled_from(TYPES)
flags = st.booleans()
suits = st.sampled_from("♠♥♦♣")
ranks = st.sampled_from(("A", "K", "Q", "J", *map(str, range(2, 11))))

numbers = node(e.Number, st.integers(0, 1000))
rank_words = node(e.RankWord, st.sampled_from("AKQJ"))
suit_words = node(e.SuitWord, suits)
cards = node(e.CardWord, ranks, suits, st.integers(0, 11)) | node(
    e.CardWord, st.sampled_from(("0", "21", "N")), st.sampled_from("●†UW"), st.integers(0, 11)
)
plain_names = node(e.Name, names)
any_rank = rank_words | numbers

# ------------------------------------------------------------------ expressions


@cache
def atoms() -> Made:
    """What has no parts."""
    words = node(e.Word, st.sampled_from(WORDS))
    return numbers | rank_words | suit_words | cards | words | plain_names


@cache
def places(deep: int) -> Made:
    """What can be set, or run."""
    if deep <= 0:
        return plain_names
    one = st.tuples(posts(deep - 1))
    of_one = node(e.Apply, names, one, True)
    argument = expressions(deep - 1) | node(e.Alternatives, types)
    of_several = node(e.Apply, names, several(argument), False)
    return plain_names | of_one | of_several


@cache
def posts(deep: int) -> Made:
    """What `of` may stand before."""
    if deep <= 0:
        return atoms()
    its = node(e.Apply, names, st.just((e.Word("it", span=written("its")),)), True)
    card_of = node(e.CardOf, any_rank, posts(deep - 1))
    seats_round = node(e.SeatsRound, flags, posts(deep - 1), st.none())
    listing = node(e.Listing, several(expressions(deep - 1)) | several(cards, 1, 30))
    bracket = node(e.Bracket, expressions(deep - 1))
    return atoms() | places(deep) | its | card_of | seats_round | listing | bracket


@cache
def unaries(deep: int) -> Made:
    return posts(deep) if deep <= 0 else posts(deep) | node(e.Negate, unaries(deep - 1))


@cache
def products(deep: int) -> Made:
    if deep <= 0:
        return unaries(deep)
    ops = st.sampled_from("*/")
    return unaries(deep) | node(e.Sum, ops, products(deep - 1), unaries(deep - 1))


@cache
def sums(deep: int) -> Made:
    if deep <= 0:
        return products(deep)
    ops = st.sampled_from("+-")
    return products(deep) | node(e.Sum, ops, sums(deep - 1), products(deep - 1))


@cache
def betweens(deep: int) -> Made:
    if deep <= 0:
        return sums(deep)
    some = plain_names | node(e.Bracket, expressions(deep - 1))
    some_round = node(e.SeatsRound, flags, posts(deep - 1), some)
    return sums(deep) | node(e.Between, sums(deep - 1), sums(deep - 1)) | some_round


@cache
def comparisons(deep: int) -> Made:
    if deep <= 0:
        return betweens(deep)
    ops = st.sampled_from(COMPARISONS)
    return betweens(deep) | node(e.Compare, ops, betweens(deep - 1), betweens(deep - 1))


@cache
def phrases(deep: int) -> Made:
    over = betweens(deep - 1) | node(e.Alternatives, types)
    where = maybe(tests(deep - 1))
    bare = st.sampled_from(("any", "count", "first"))
    valued = st.sampled_from(("total", "highest", "lowest"))
    tested = st.sampled_from(
        ("every", "best", "sole", "lowest_by", "sole_lowest", "all_best", "all_lowest")
    )
    return (
        node(e.Phrase, bare, names, over, where, None)
        | node(e.Phrase, valued, names, over, where, sums(deep - 1))
        | node(e.Phrase, tested, names, over, where, tests(deep - 1))
    )


@cache
def nots(deep: int, opened: bool) -> Made:
    """`not x`; an `opened` level may end in a phrase, which runs to the end."""
    if deep <= 0:
        return comparisons(deep)
    lowest = phrases(deep) if opened else comparisons(deep)
    return lowest | node(e.Not, nots(deep - 1, opened))


@cache
def boths(deep: int, opened: bool) -> Made:
    if deep <= 0:
        return nots(deep, opened)
    return nots(deep, opened) | node(e.Both, boths(deep - 1, False), nots(deep - 1, opened))


@cache
def ors(deep: int, opened: bool) -> Made:
    if deep <= 0:
        return boths(deep, opened)
    return boths(deep, opened) | node(e.EitherOr, ors(deep - 1, False), boths(deep - 1, opened))


@cache
def tests(deep: int) -> Made:
    return ors(deep, False) | ors(deep, True)


@cache
def choices(deep: int) -> Made:
    if deep <= 0:
        return tests(deep)
    closed = ors(deep - 1, False)
    return tests(deep) | node(e.Either, closed, closed, choices(deep - 1))


@cache
def expressions(deep: int = DEEP) -> Made:
    """Any expression."""
    if deep <= 0:
        return choices(deep)
    return choices(deep) | node(e.Where, betweens(deep - 1), tests(deep - 1))


# ------------------------------------------------------------------ sentences and types

plain_texts = st.text("abc de,.?'#♠", max_size=30)


def sentence(pieces: list[Any]) -> e.Sentence:
    """The sentence made of texts and expressions."""
    kept = tuple(piece for piece in pieces if piece != "")
    texts = [p if isinstance(p, str) else "{" + format_expression(p) + "}" for p in kept]
    return e.Sentence(kept, span=written(f'"{"".join(texts)}"'))


plain_sentences = plain_texts.map(lambda text: sentence([text]))
sentences = plain_sentences | st.tuples(plain_texts, posts(1), plain_texts).map(list).map(sentence)

named_types = node(d.TypeNamed, types)
single_types = named_types | node(d.TypeValue, betweens(1)) | node(d.TypeList, sums(1), types)
single_types |= node(d.TypeInOrder, names, types)
any_types = single_types | node(d.TypeOr, several(single_types, 2, 4))
indexes = several(any_types, 0, 2)
params = several(node(d.Param, names, any_types), 0, 4)

# ------------------------------------------------------------------ statements


def not_seats(one: Made) -> Made:
    """Without those that end in `seats`, which with `from` or `after` behind it is one word."""
    return one.filter(lambda expr: not format_expression(expr).endswith("seats"))


@cache
def simples() -> Made:
    """Statements of one line."""
    post, total, value = posts(2), sums(2), expressions(2)
    where = maybe(tests(2))
    amount, face = maybe(total) | node(s.Packet, total), maybe(post)
    return (
        node(s.Assign, st.sampled_from(("=", "+=", "-=")), places(2), value)
        | node(s.Run, places(2))
        | node(s.Let, names, value, flags)
        | node(s.Move, total, None, post, face, flags, flags)
        | node(s.Move, not_seats(total), post, post, face, flags, flags)
        | node(s.Deal, amount, post, post, face, names, betweens(2), where)
        | node(s.Swap, post, post)
        | node(s.Shuffle, post)
        | node(s.Gather, post)
        | node(s.Show, value, maybe(post), False)
        | node(s.Show, value, None, True)
        | node(s.Pay, not_seats(total), post, post)
        | node(s.New, names, post, None)
        | node(s.New, names, not_seats(post), post)
        | node(s.Say, sentences)
        | node(s.EndsWhen, value)
        | node(s.Stop)
        | node(s.End, maybe(names))
        | node(s.Win, value)
    )


@cache
def blocks(deep: int) -> Made:
    return several(statements(deep))


@cache
def actions(deep: int) -> Made:
    every = node(e.Alternatives, types)
    over = expressions(1) | every | node(e.Where, every, tests(1))
    binding = node(s.Binding, names, over, maybe(sentences))
    body = several(statements(deep), 0, 2)
    return node(
        s.Action, st.sampled_from(ACTIONS), several(binding, 0, 2), several(musts(), 0, 3), body
    )


@cache
def musts() -> Made:
    return node(s.Must, expressions(2), flags, maybe(sentences))


@cache
def statements(deep: int = 2) -> Made:
    """Any statement."""
    if deep <= 0:
        return simples()
    value, test, over, body = expressions(2), tests(2), betweens(2), blocks(deep - 1)
    limits = node(s.Limit, sums(1), maybe(simples())) | node(s.Limit, None, None)
    chosen, otherwise = several(actions(deep - 1)), maybe(st.just(()) | body)
    return (
        simples()
        | node(s.If, several(st.tuples(value, body)), st.just(()) | body)
        | node(s.For, names, over, maybe(test), None, None, body)
        | node(s.For, names, over, maybe(test), test, maybe(limits), body)
        | node(s.Repeat, test, None, maybe(limits), body)
        | node(s.Repeat, None, sums(2), None, body)
        | node(s.Repeat, None, None, limits, body)
        | node(s.Choose, posts(2), maybe(posts(1)), None, None, None, chosen, otherwise)
        | node(s.Choose, None, None, names, over, maybe(test), chosen, otherwise)
        | node(s.Choose, None, None, None, None, None, chosen, otherwise)
    )


# ------------------------------------------------------------------ declarations


def audiences() -> Made:
    """Who sees a zone or register."""
    return posts(1) | node(e.AllBut, posts(1))


def zones(index: Made, least_words: int) -> Made:
    """Zones with at least so many words after the type."""
    faces = st.sampled_from(("up", "down"))
    capacity = maybe(sums(1))
    seen = node(d.Zone, names, index, types, None, audiences(), capacity, flags)
    shown = node(d.Zone, names, index, types, faces, None, capacity, flags)
    bare = node(d.Zone, names, index, types, None, None, None, False)
    return seen | shown if least_words else seen | shown | bare


def registers(untold: Made = flags) -> Made:
    """Registers with and without a value to begin with."""
    value = expressions(2)
    return node(d.Register, names, indexes, any_types, None, None, untold) | node(
        d.Register, names, indexes, any_types, value, maybe(audiences()), untold
    )


@cache
def rows() -> Made:
    """Rows; no row begins with a word that would go on with the line above."""
    plain = expressions(2) | sentences | node(d.Blank) | node(d.Otherwise)
    compared = node(d.CompareCell, st.sampled_from(COMPARISONS), sums(1))
    compared |= node(d.InOrder, names, sums(1))
    opening = node(d.CompareCell, st.sampled_from(("<", ">", "<=", ">=", "not in")), sums(1))
    first = node(d.Cell, several(plain | opening, 1, 2))
    cell = node(d.Cell, several(plain | compared, 1, 2))
    cells = st.tuples(first, several(cell)).map(lambda both: (both[0], *both[1]))
    return node(d.Row, cells)


def headings() -> Made:
    """What a column asks."""
    head = choices(1) | node(e.Word, st.sampled_from(("when", "rule")))
    return node(d.Heading, head | node(d.Matrix, posts(1), posts(1)))


def tables() -> Made:
    """Tables of any reading."""
    heads = several(headings(), 2, 4)
    reading = st.sampled_from(("first", "one", "sum", "steps"))
    return node(d.Table, names, params, reading, heads, several(rows()))


times = node(e.Number, st.integers(1, 99))
pack_names = any_rank | suit_words | plain_names | node(e.Between, numbers, numbers)
pack_words = node(d.PackWord, pack_names, maybe(sentences), maybe(times))


def packs() -> Made:
    """Packs of any lines."""
    line = (
        node(d.PackRanks, maybe(names), several(pack_words, 1, 13))
        | node(d.PackSuits, several(pack_words, 1, 4))
        | node(d.PackCards, several(pack_words, 1, 4))
        | node(d.PackChange, "another", sums(1), None)
        | node(d.PackChange, "remove", sums(1), maybe(tests(1)))
        | node(d.PackChange, "copies", expressions(1), None)
    )
    return node(d.Pack, several(line))


uses = node(d.Use, names)
expects = node(
    d.Expects,
    several(
        node(d.Expected, names, indexes, (), any_types, maybe(expressions(1)))
        | node(d.Expected, names, (), params, any_types, maybe(expressions(1)))
    ),
)
players = node(d.Players, several(betweens(1)))
type_names = node(d.TypeName, types, any_types)
options = node(
    d.Options,
    st.just("") | plain_texts,
    several(
        node(d.Option, names, any_types, expressions(1), sentences)
        | node(d.Need, expressions(1), sentences)
    ),
)
orders = node(d.Order, names, several(any_rank, 1, 13))
side_counts = node(d.SideCount, expressions(1))
directions = node(d.Direction, names)
zone_lists = node(d.Zones, several(zones(indexes, 0)))
states = node(d.State, maybe(names), several(registers()))
records = node(d.Record, types, several(zones(st.just(()), 1) | registers(st.just(False))))
defines = node(d.Define, names, params, maybe(any_types), expressions())
condition_lists = node(d.Conditions, names, params, several(musts()))
rankings = node(d.Ranking, names, several(node(d.Param, names, any_types)), several(rows()))
phases = node(d.Phase, names, params, blocks(2))
matches = node(d.Phase, "match", (), blocks(2))
payoffs = node(d.Payoff, names, expressions(2))
choice_paths = node(d.Path, st.tuples(names | st.just("match"), names))
advice = node(d.Advice, choice_paths, "", None, maybe(tests(2))) | node(
    d.Advice, choice_paths, st.sampled_from(("highest", "lowest")), sums(1), maybe(tests(2))
)
policies = node(d.Policy, names, several(advice))


def quoted(text: str) -> str:
    return f'"{text}"'


paths = node(d.Path, st.tuples(names, several(names | plain_texts.map(quoted), 0, 2)).map(
    lambda both: (both[0], *both[1])
))  # fmt: skip
laws = node(d.Law, flags, sentences, maybe(paths), expressions())


@cache
def examples() -> Made:
    """Examples with every kind of line."""
    literal = cards | rank_words | suit_words | numbers | plain_names
    below_zero = node(e.Negate, numbers)
    spans = node(e.Between, numbers | below_zero, numbers | below_zero)
    answers = node(e.Word, st.sampled_from(("yes", "no")))
    value = literal | below_zero | spans | answers | node(e.Listing, several(literal, 1, 8))
    listed = node(e.Listing, several(literal, 1, 4))
    part = listed | node(e.Listing, ())
    parts = st.tuples(part, several(part, 1, 3))
    layout = node(e.Layout, parts.map(lambda both: (both[0], *both[1])))
    move = node(d.MoveText, names, several(value | layout, 0, 3))
    line = (
        st.lists(names, min_size=1, max_size=4).map(
            lambda seats: d.ExamplePlayers(tuple(seats), len(seats), False, None, span=NOWHERE)
        )
        | node(d.ExamplePlayers, (), st.integers(0, 20), False, None)
        | node(d.ExamplePlayers, (), st.integers(0, 20), True, maybe(sentences))
        | node(d.ExampleSet, names, expressions(1))
        | node(d.ExamplePack, several(cards, 1, 60))
        | node(d.ExampleGiven, places(1), expressions(1), several(expressions(1), 0, 2))
        | node(s.Show, expressions(1), maybe(posts(1)), False)
        | node(d.ExampleStart, maybe(places(1)))
        | node(d.ExampleMove, st.sampled_from(("plays", "may")), names, st.tuples(move), None)
        | node(d.ExampleMove, "may not", names, st.tuples(move), maybe(sentences))
        | node(d.ExampleMove, "may only", names, several(move), None)
        | node(d.ExampleSees, names, posts(1), several(maybe(cards), 0, 6))
        | node(d.ExampleSeesState, names, posts(1), maybe(literal | answers))
        | node(d.ExampleExpect, expressions(2))
        | node(d.ExampleSaid, sentences)
        | node(d.ExampleAnnounced, names, expressions(1))
        | node(d.ExamplePayoff, names, expressions(1))
        | node(d.ExampleWins, several(names))
        | node(d.ExampleEnds, maybe(names))
        | node(d.ExampleCases, several(headings(), 2, 3), several(rows(), 1, 3))
    )
    return node(d.Example, sentences, several(line, 1, 6))


@cache
def declarations() -> Made:
    """Whatever may stand in a game or a library."""
    return st.one_of(
        uses, expects, players, type_names, options, packs(), orders, side_counts, directions,
        zone_lists, states, records, defines, condition_lists, tables(), rankings, phases, matches,
        payoffs, policies, examples(), laws,
    )  # fmt: skip


@cache
def variants() -> Made:
    """Variants with every kind of change."""
    both = (
        defines, condition_lists, tables(), rankings, phases, payoffs, policies, zone_lists, states,
        records, options, orders, side_counts, directions, type_names,
    )  # fmt: skip
    added = st.one_of(*both, uses)
    put_in = st.one_of(*both, matches, packs(), players)
    own_path = names.map(lambda name: d.Path((name,), span=NOWHERE))
    verbs = st.sampled_from(("set", "default"))
    where = maybe(st.tuples(st.sampled_from(("before", "after")), names | plain_texts.map(quoted)))
    parts = {
        "row": rows(), "action": actions(1), "step": statements(1), "condition": musts(),
        "field": zones(st.just(()), 1) | registers(st.just(False)),
    }  # fmt: skip
    change = (
        node(d.Delta, verbs, "option", own_path, None, st.tuples(expressions(1)))
        | node(d.Delta, "add", "declaration", None, None, st.tuples(added))
        | node(d.Delta, "replace", "declaration", None, None, st.tuples(put_in))
        | node(d.Delta, "remove", "", paths, None, ())
    )
    law_path = st.tuples(st.sampled_from(("always", "never")), plain_texts.map(quoted))
    change |= node(d.Delta, "remove", "law", node(d.Path, law_path), None, ())
    column = st.tuples(headings(), headings(), rows())
    change |= node(d.Delta, "add", "column", paths, where, column)
    for what, part in parts.items():
        place = where if what != "field" else None
        change |= node(d.Delta, "add", what, paths, place, several(part))
        change |= node(d.Delta, "replace", what, paths, None, several(part))
    deltas = several(change | examples() | laws, 0, 4)
    return node(d.Variant, names, plain_sentences, names, several(names, 0, 2), deltas)


def file(kind: str, title: str, content: list[Any]) -> d.File:
    """A file that was never written."""
    return d.File(1, kind, title, tuple(content), (), Source("generated", ""))


def game_of(declaration: Made) -> Made:
    """Games of one kind of declaration."""
    content = st.lists(declaration, min_size=1, max_size=3)
    return st.builds(file, st.just("game"), plain_texts, content)


variant_files = st.builds(
    file, st.just("variants"), st.just(""), st.lists(variants(), min_size=1, max_size=2)
)
libraries = st.builds(file, st.just("library"), plain_texts, st.lists(declarations(), max_size=3))
example_files = st.builds(
    file, st.just("examples"), names, st.lists(examples(), min_size=1, max_size=2)
)
files = game_of(declarations()) | libraries | variant_files | example_files
