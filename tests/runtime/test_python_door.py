"""What a program gets at a position: things by their names, sentences for mistakes, pickles."""

from __future__ import annotations

import pickle

import pytest

import hoyle
from tests.heads import head

GAME = """edition 1
game "Door"

players 4
sides 2, in turn

pack
  ranks 7 8 9 10

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  trick: Pile, face up
  row(1..2): Pile, face up

state
  dealer: Seat = last of seats
  score of Side: 0..99 = 0
  trump: Suit or none = ♥
  mood: calm or bold = calm
  open: yes or no = yes
  marked: Seats
  secret of Seat: 0..9 = 3, seen by owner

match
  shuffle stock
  deal 2 each from stock to hand of s for s in seats
  move top of stock to row(2)
  marked += dealer
  for s in seats
    choose s
      play card in hand of s
        move card to trick
        score of side of s += 5
      bid n in 1..9
        trump = none
"""


@pytest.fixture
def start(tmp_path):
    path = tmp_path / "door.cards"
    path.write_text(GAME, encoding="utf-8")
    return hoyle.load(path).table(4).start(pack="7S 8S 9S TS 7H 8H 9H TH 7D")


def play_out(position: hoyle.Position) -> hoyle.Position:
    while not position.over:
        position = position.play(position.legal().kth(0))
    return position


def test_things_are_asked_by_name(start):
    assert start["hand", 0] == start["hand", "ann"] == ("7S", "7H")
    assert start["row", 2] == ("7D",) and start["row", 1] == ()
    assert (start["dealer"], start["marked"], start["mood"]) == (3, (3,), "calm")
    assert start["trump"] == "H" and start["open"] is True
    after = start.play("play 7S").play("bid 4")
    assert (after["score", 0], after["score", 1], after["trump"]) == (5, 0, None)
    assert after["trick"] == ("7S",)


def test_the_whole_state_and_what_a_seat_sees_of_it(start):
    whole = start.state()
    assert whole["hand of bob"] == ("8S", "8H") and whole["secret of bob"] == 3
    assert whole["row(2)" if "row(2)" in whole else "row of 2"] == ("7D",)
    seen = start.state(0)
    assert seen["hand of ann"] == ("7S", "7H") and seen["hand of bob"] == (None, None)
    assert "secret of ann" in seen and "secret of bob" not in seen
    assert set(seen) < set(whole)


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("hnad", "there is no `hnad`; there are"), ("hand", "`hand` wants a seat"),
        (("hand", 4), "`hand` of 4"), (("hand", "zoe"), "`hand` of zoe"),
        (("row", 0), "`row` of 0"), (("mood", 1), "`mood` wants no index"),
        (("row", []), r"`row` of []: a number is wanted"), (("hand", 1.5), "`hand` of 1.5: a seat"),
    ],
)  # fmt: skip
def test_a_wrong_name_says_what_there_is(start, place, says):
    with pytest.raises(KeyError) as told:
        start[place]
    assert says in told.value.args[0]


def test_mistakes_have_a_sentence(start):
    for wrong, says in (
        (hoyle.Move(9, ()), "there is no such action here"), (hoyle.Move(-1, ()), "no such action"),
        (hoyle.Move(0, ()), "that is not possible here"), (hoyle.Move(1, (10,)), "not between 1"),
        (hoyle.Move(0, (None,)), "not one of those"), (hoyle.Move(0, ([7],)), "not one of those"),
    ):  # fmt: skip
        with pytest.raises(hoyle.IllegalMove, match=says):
            start.play(wrong)
        assert start.why_not(wrong) is not None
    with pytest.raises(hoyle.NotAMove, match="is no move here"):
        start.text(hoyle.Move(9, ()))
    for wrong in (0, None, hoyle.Move(None, ()), hoyle.Move("play", ()), hoyle.Move(0, None)):
        for ask in (start.play, start.why_not):
            with pytest.raises(TypeError, match=r"a move is its text or a hoyle\.Move, not"):
                ask(wrong)
    with pytest.raises(TypeError, match=r"whole numbers, not \(1\.0,\)"):
        start.play(hoyle.Move(0, (1.0,)))
    with pytest.raises(hoyle.NotAMove, match="there is no `3` here"):
        start.parse(3)
    for place in (3, None, (), [], (3, 4)):
        with pytest.raises(ValueError, match="a zone or register is named by a text, not"):
            start[place]
    for seat in (4, -2):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 0 to 3"):
            start.view(seat)
        with pytest.raises(ValueError, match="there is no seat"):
            start.payoff(seat)
    for k in (-1, 11):
        with pytest.raises(IndexError, match="there are not so many moves"):
            start.legal().kth(k)


def test_a_finished_game_says_that_it_is_over(start):
    last = play_out(start)
    refusal = last.why_not("play 7S")
    assert refusal is not None and refusal.pieces == ("the game is over",)
    for ask in (last.parse, last.play):
        with pytest.raises(hoyle.IllegalMove, match="the game is over"):
            ask("play 7S")
    with pytest.raises(hoyle.IllegalMove, match="the game is over"):
        last.text(hoyle.Move(0, (1,)))


def test_a_position_is_pickled_with_its_path(start):
    last = play_out(start)
    again = pickle.loads(pickle.dumps(last))
    assert again.bytes() == last.bytes() and again.history() == last.history()
    assert [one.events for one in again.path()] == [one.events for one in last.path()]
    middle = again.path()[2]
    assert middle.play(last.history()[2]).bytes() == last.path()[3].bytes()


def test_a_long_game_is_pickled(tmp_path):
    """Its path is longer than Python may nest."""
    path = tmp_path / "long.cards"
    waits = (
        "match\n  repeat at most 2000 times, else end match\n    choose last of seats\n      wait\n"
    )
    path.write_text(GAME[: GAME.index("match")] + waits, encoding="utf-8")
    last = play_out(hoyle.load(path).table(4).start())
    again = pickle.loads(pickle.dumps(last))
    assert len(again.history()) == 2000 and again.hash == last.hash


# ---------------------------------------------------------------------- seats by name


def test_a_seat_is_its_name_or_its_number(start):
    last = play_out(start)
    for ask in (start.view, start.state, last.payoff):
        assert ask("bob") == ask(1)
        with pytest.raises(ValueError, match="nobody called zoe plays here: ann, bob, cat, dan do"):
            ask("zoe")
        for wrong in (None, True, 1.0) if ask != start.state else (True, 1.0):
            with pytest.raises(TypeError, match="a seat is its name or its number, not"):
                ask(wrong)


# ---------------------------------------------------------------------- moves by name


def test_a_move_has_a_name_and_values(start):
    named = [start.named(move) for move in start.legal()]
    assert named[0] == hoyle.NamedMove("play", ("7S",))
    assert named[-1] == hoyle.NamedMove("bid", (9,)) and len(set(named)) == start.legal().size
    for move, one in zip(start.legal(), named, strict=True):
        assert start.play(one).bytes() == start.play(move).bytes()
    for wrong, says in (
        (hoyle.NamedMove("plya", ("7S",)), "did you mean `play`"),
        (hoyle.NamedMove("bid"), "`bid` wants n"),
        (hoyle.NamedMove("bid", ("x",)), "is wanted, not 'x'"),
        (hoyle.NamedMove("bid", (True,)), "is wanted, not True"),
        (hoyle.NamedMove("play", (None,)), "a card is wanted, not None"),
    ):  # fmt: skip
        with pytest.raises(hoyle.NotAMove, match=says):
            start.play(wrong)
    for wrong, says in (
        (hoyle.NamedMove(3, ()), "there is no `3` here"), (hoyle.NamedMove(None), "no `None` here"),
        (hoyle.NamedMove("bid", 3), "the values of a move are a tuple, not 3"),
        (hoyle.NamedMove("bid", None), "are a tuple, not None"),
        (hoyle.NamedMove("bid", ([],)), r"is wanted, not \[\]"),
    ):  # fmt: skip
        for ask in (start.play, start.why_not):
            with pytest.raises(hoyle.NotAMove, match=says):
                ask(wrong)
    with pytest.raises(hoyle.IllegalMove, match="not between 1 and 9"):
        start.play(hoyle.NamedMove("bid", (10,)))


# ---------------------------------------------------------------------- chance


LUCK = head("Luck", "2..3")
LUCK += """\
  hand of Seat: Cards, seen by owner
  heap: Pile, face up

state
  dealer: Seat = random of seats
  wheel: 1..6 = 1
  score of Seat: 0..99 = 0
  known: Cards
  told: calm or bold = calm

match
  repeat 2 times
    shuffle stock
    one_deal

phase one_deal
  deal 2 each from stock to hand of s for s in seats
  let first_card = suit of top of stock
  round_of(dealer)
  gather into stock
  dealer = left of dealer

phase round_of(eldest: Seat)
  for s in seats from eldest
    choose s
      play cards in subsets(hand of s, 1)
        move cards to heap
        wheel = random of (1..6)
        score of s += wheel
        if told is bold
          known += cards
      fold
"""


@pytest.fixture
def luck(tmp_path):
    path = tmp_path / "luck.cards"
    path.write_text(LUCK.replace("  let first_card = suit of top of stock\n", ""), encoding="utf-8")
    return hoyle.load(path)


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ({"draws": ["ann", "bob", "zoe"]}, "chance cannot bring zoe in this game"),
        ({"draws": ["9"]}, "chance cannot bring 9 where"), ({"pack": [True]}, "True"),
        ({"pack": [-1]}, "numbered 0 to 31: -1"), ({"pack": "AX"}, "the pack has no AX"),
        ({"given": {"wheel": 2}}, "a position is laid at a table that is made with `phase`"),
        ({"seed": "x"}, "a seed is a whole number, not 'x'"),
        ({"seed": None}, "a seed is a whole"),
        ({"pack": 5}, "a pack is a text or a list, not 5"), ({"pack": [None]}, "cards are a text"),
        ({"pack": [["AS"], 3.5]}, "cards are a text or a list, not 3.5"),
        ({"pack": [["AS", None]]}, "the pack has no None"),
        ({"draws": 5}, "draws are a list of texts, not 5"),
        ({"draws": "ann"}, "draws are a list"),
        ({"draws": [3]}, "what chance draws is a text, not 3"),
    ],
)  # fmt: skip
def test_chance_that_cannot_come_is_refused(luck, laid, says):
    with pytest.raises(ValueError, match=says):
        luck.table(2).start(**laid)


def test_what_was_laid_and_never_came_is_told_at_the_end(luck):
    table = luck.table(2)

    def fold_out(**laid):
        position = table.start(**laid)
        while not position.over:
            position = position.play("fold")
        return position

    assert fold_out(draws=["bob"], pack=[["AS"], ["KS"]]).over
    with pytest.raises(ValueError, match="the game is over, and chance has not drawn 3, 4"):
        fold_out(draws=["bob", "3", "4"])
    with pytest.raises(ValueError, match="one pack was laid for which no shuffle came"):
        fold_out(pack=[["AS"], ["KS"], ["QS"]])


def test_chance_is_decided_by_the_program(luck):
    first = luck.table(3).start(seed=4, stop_at_chance=True)
    assert first.outcomes == hoyle.Outcomes("draw", first.outcomes.what, (0, 1, 2))
    assert (first.over, first.seat, first.legal().size) == (False, None, 0)
    assert "chance to decide" in repr(first)
    with pytest.raises(hoyle.IllegalMove, match="chance decides here"):
        first.play("fold")
    shuffled = first.happen("cat")
    assert shuffled["dealer"] == 2 and shuffled.outcomes.kind == "shuffle"
    assert len(shuffled.outcomes.among) == 32
    chosen = shuffled.happen("AS KS QS")
    assert set(chosen["hand", "ann"]) == {"AS", "7S"} and chosen.seat == 2
    spun = chosen.play("play 9S")
    assert spun.outcomes.among == (1, 2, 3, 4, 5, 6)
    assert [spun.happen(n)["score", "cat"] for n in spun.outcomes.among] == [1, 2, 3, 4, 5, 6]
    for wrong, says in ((7, "chance cannot bring 7"), ("x", "is wanted, not 'x'")):
        with pytest.raises(ValueError, match=says):
            spun.happen(wrong)
    with pytest.raises(ValueError, match="7S is named more often"):
        shuffled.happen("7S 7S")
    with pytest.raises(ValueError, match="chance does not decide here"):
        chosen.happen(1)
    assert chosen.outcomes is None and spun.happen(3).undo() is spun


def test_chance_that_is_not_said_comes_from_the_seed(luck):
    for laid in ({}, {"draws": ["bob", "5"], "pack": "AS KS"}):
        left = luck.table(3).start(seed=7, **laid)
        right = luck.table(3).start(seed=7, stop_at_chance=True, **laid)
        while not left.over:
            while right.outcomes is not None:
                right = right.happen()
            assert left.bytes() == right.bytes()
            move = left.legal().kth(left.legal().size - 1 - len(left.history()) % 2)
            left, right = left.play(move), right.play(move)
        assert left.history() == right.history()


def test_the_end_of_a_deal_is_told(luck):
    position, ended = luck.table(2).start(), []
    while not position.over:
        position = position.play("fold")
        ended.append(position.ended)
    assert ended == [(), ("round-of", "one-deal"), (), ("round-of", "one-deal", "match")]


# ---------------------------------------------------------------------- laid positions


def test_a_game_begins_in_a_laid_position(luck):
    table = luck.table(2, phase="round_of", args=["bob"])
    given = {"hand of ann": "KS KH", ("hand", "bob"): ["QS"], "heap": "7S 8S", "told": "bold"}
    position = table.start(given={**given, "score of bob": 4, "known": "[7S]"}, draws=["ann", "6"])
    assert position.seat == 1 and position["hand", 0] == ("KS", "KH")
    assert position["heap"] == ("7S", "8S") and position["stock"][-1] == "9S"
    after = position.play("play QS").play("fold")
    assert after.over and after["score", "bob"] == 10 and after["known"] == ("7S", "QS")
    assert pickle.loads(pickle.dumps(table)).start(given=given).bytes() == (
        table.start(given=given).bytes()
    )


def test_the_first_pack_lies_there_until_it_is_shuffled(luck):
    table = luck.table(2, phase="one_deal")
    position = table.start(pack="AS KS QS JS", draws=["ann"])
    assert (position["hand", 0], position["hand", 1]) == (("QS", "AS"), ("JS", "KS"))
    match = luck.table(2, phase="match").start(given={"dealer": "bob"}, pack=["AS KS QS JS", "7S"])
    assert match["hand", 0] == ("QS", "AS") and match.seat == 1
    assert "7S" in match.play("fold").play("fold")["hand", "ann"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hand of ann": "KS", "heap": "KS"}, "KS is named more often"),
        ({"stock": "KS"}, "`stock` starts with the pack"), ({"wheel": 7}, "runs from 1 to 6"),
        ({"wheel": "calm"}, "is wanted, not 'calm'"), ({"told": "clam"}, "not 'clam'"),
        ({"dealer": "zoe"}, "a seat is wanted, not 'zoe'"), ({"dealer": 2}, "a seat is wanted"),
        ({"known": [1]}, "a card is wanted, not 1"), ({"heap": [-1]}, "numbered 0 to 31: -1"),
        ({("hand", "ann"): 5}, "cards are a text or a list, not 5"),
        ({"heap": None}, "not None"), ({"heap": [2.5]}, "the pack has no 2.5"),
        ({"wheel": []}, r"is wanted, not \[\]"), (5, "what is given are values by their names"),
        ({5: "KS"}, "is named by a text, not 5"), ({(): "KS"}, r"named by a text, not \(\)"),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_is_refused(luck, given, says):
    with pytest.raises(ValueError, match=says):
        luck.table(2, phase="one_deal").start(given=given)


BOXES = (
    head("Boxes")
    + """
record Box
  cards: Pile, face up
  stake: 0..9 = 0

state
  boxes of Seat: at most 2 Box
  went_out: list of Seat

match
  turns

phase turns
  for box in boxes of seats
    choose owner of box
      hit
        move top of stock to cards of box
        stake of box += 1
"""
)


def test_records_are_given_by_the_names_that_state_has(tmp_path):
    path = tmp_path / "boxes.cards"
    path.write_text(BOXES, encoding="utf-8")
    table = hoyle.load(path).table(2, phase="turns")
    boxes = {"boxes of ann": ["box-1"]}
    given = {**boxes, "cards of box-1": "7S", "stake of box-1": 4}
    assert table.start(given=given).play("hit").state()["stake of box-1"] == 5
    for more, says in (
        ({"stake of box-1": 10}, "`stake of box-1` runs from 0 to 9"),
        ({"stake of box-2": 1}, "`stake of box-2` cannot be given: box-2 is in no list"),
        ({"cards of box-3": "7S"}, "`cards of box-3` cannot be given: box-3 is in no list"),
        ({"boxes of bob": ["box-1"]}, "box-1 is given twice"),
        ({"went-out": ["bob", "bob"]}, "`went-out` holds each once: "),
    ):
        with pytest.raises(ValueError, match=says):
            table.start(given={**boxes, **more})


def test_a_phase_that_is_not_there_is_refused(luck):
    with pytest.raises(KeyError, match="there is no `hnad`"):
        luck.table(2, phase="one_deal").start(given={"hnad": "KS"})
    with pytest.raises(ValueError, match="there is no phase called `deal`; phases are"):
        luck.table(2, phase="deal")
    with pytest.raises(ValueError, match="`round_of` is run with eldest"):
        luck.table(2, phase="round_of")
    with pytest.raises(ValueError, match="a seat is wanted, not 'zoe'"):
        luck.table(2, phase="round_of", args=["zoe"])
    with pytest.raises(ValueError, match="what a phase is run with is a list, not 3"):
        luck.table(2, phase="round_of", args=3)
    with pytest.raises(ValueError, match="a phase is named by a text, not 3"):
        luck.table(2, phase=3)


@pytest.mark.parametrize("players", [2.0, "2", True])
def test_players_are_counted_by_a_whole_number(luck, players):
    with pytest.raises(hoyle.OptionError, match="players are counted by a whole number, not"):
        luck.table(players)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (3, "options are values by their names, not 3"), (["a"], "options are values by their"),
        ({3: 4}, "Luck has no option 3"),
    ],
)  # fmt: skip
def test_options_are_values_by_their_names(luck, options, says):
    with pytest.raises(hoyle.OptionError, match=says):
        luck.table(2, options)


@pytest.mark.parametrize("variants", ["burn", 3, None, [3], [None]])
def test_variants_are_names(luck, variants):
    for ask in (lambda: hoyle.load("ziginette", variants), lambda: luck.table(2, variants=[3])):
        with pytest.raises(ValueError, match="variants are a list of names, not"):
            ask()


def test_what_a_phase_is_run_with_lies_in_its_range(tmp_path):
    path = tmp_path / "round.cards"
    path.write_text(
        'edition 1\ngame "Round"\n\nplayers 2\n\npack\n  ranks 7 8\n\nzones\n'
        "  stock: Pile, face down, starts with the pack\n\nphase betting(stake: 2..4)\n"
        "  for s in seats\n    choose s\n      bet n in 1..stake\n        stop\n\n"
        "match\n  betting(2)\n",
        encoding="utf-8",
    )
    game = hoyle.load(path)
    assert game.table(2, phase="betting", args=[4]).start().legal().size == 4
    for stake in (9, -1):
        with pytest.raises(ValueError, match=f"`stake` is 2..4, not {stake}"):
            game.table(2, phase="betting", args=[stake])


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["a"], "a list of 2, one for each player, not"), (["a", "b", "c"], "a list of 2, one for"),
        ("ab", "a list of 2, one for"), (3, "a list of 2, one for each player, not 3"),
        ([1, 2], "is one word, not 1"), (["a", "a"], "two players have one name: a, a"),
        (["a b", "c"], "a player's name is one word, not 'a b'"), (["", "c"], "one word, not ''"),
    ],
)  # fmt: skip
def test_names_are_one_word_for_each_player(luck, names, says):
    with pytest.raises(ValueError, match=says):
        luck.table(2, names=names)


def test_a_ruleset_that_is_not_there_is_caught_by_name(luck):
    with pytest.raises(hoyle.RulesetNotFound):
        hoyle.load("there is no such game")
    assert repr(luck.table(2, names=["a", "b"])) == "<table of Luck: a, b>"


# ---------------------------------------------------------------------- work without a choice


def test_a_game_without_choices_is_over_at_once_and_one_without_end_is_a_draw(tmp_path):
    head = LUCK[: LUCK.index("state")]
    path = tmp_path / "none.cards"
    path.write_text(head + "match\n  shuffle stock\n  win seats\n", encoding="utf-8")
    assert hoyle.load(path).table().start().winners == (0, 1)
    endless = "match\n  repeat until stock is empty, however long\n    shuffle stock\n"
    path.write_text(head + endless, encoding="utf-8")
    position = hoyle.load(path).table().start()
    assert position.over and position.winners == ()
    said = [event for event in position.events if event.kind == "say"]
    assert "".join(said[0].sentence) == "after 10,000 rounds without an end the game is a draw"
    path.write_text(head + endless.replace(", however long", " at most 9 times"), encoding="utf-8")
    stuck = r"none\.cards:15.*loop has reached its bound; .*`, else …`, or .* `, however long`"
    with pytest.raises(hoyle.RulesetFault, match=stuck):
        hoyle.load(path).table().start()


@pytest.mark.parametrize("number", ["x", 1.5, True, None])
def test_a_move_is_asked_by_a_whole_number(start, number):
    with pytest.raises(ValueError, match="moves are numbered from 0, not"):
        start.legal().kth(number)


@pytest.mark.parametrize("values", [(99,), ("x",), (None,)])
def test_what_is_no_card_has_no_text(start, values):
    with pytest.raises(hoyle.NotAMove, match="is no move here"):
        start.text(hoyle.Move(0, values))


def test_a_suit_among_alternatives_is_written_with_its_letter(tmp_path):
    path = tmp_path / "strains.cards"
    options = 'type Strain = Suit or no_trump\n\noptions\n  base: Strain = no_trump "base"\n\n'
    path.write_text(head("Strains") + f'\n{options}match\n  say "{{base}}"\n', encoding="utf-8")
    game = hoyle.load(path)
    for written in ("H", "♥"):
        said = [str(event) for event in game.table(2, {"base": written}).start().events]
        assert any("♥" in sentence for sentence in said), said


def test_what_the_check_refuses_is_not_loaded(tmp_path):
    """Secrets that would be told show only where tables are made; programs are told as well."""
    path = tmp_path / "leak.cards"
    text = GAME.replace("match\n", 'match\n  say "{top of stock}"\n', 1)
    assert text != GAME
    path.write_text(text, encoding="utf-8")
    with pytest.raises(hoyle.RulesetError, match="S02"):
        hoyle.load(path)
