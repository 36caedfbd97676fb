"""Playing by hand: to the end, saving however it ends, going on, taking back."""

import contextlib
import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.heads import head


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ("scotch-whist", "--players", 4, "--seat", 2),
        ("pontoon", "--players", 3, "--set", "deals=6", "--set", "limits=agreed"),
        ("pontoon", "--players", 2, "--set", "deals=6", "--set", "limits=agreed", "--seat", "bob"),
        ("high-card", "--players", 3),
        ("pass-one",),
    ],
)
def test_a_game_is_played_to_its_end_by_hand(words, hoyle, tmp_path):
    """The first move that is offered, always; where it wants an amount, 3 will do."""
    answers = "1\n3\n" * 600
    done = hoyle("play", *words, "--seed", 4, "--ascii", answers=answers)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "\nthe game is over\n" in done.stdout
    assert done.stdout.endswith("the seed was 4\n")
    assert not list(tmp_path.iterdir())


def test_a_finished_game_is_kept_where_it_is_asked_for(hoyle):
    done = hoyle("play", "pass-one", "--seed", 4, "--record", "a.game", answers="1\n1\n0\n")
    assert "saved: a.game" in done.stdout
    assert "the game is over" in hoyle("replay", "a.game").stdout
    over = hoyle("play", "--resume", "a.game")
    assert over.exit_code == 2 and "this game is over" in over.stderr


def test_the_end_of_input_saves_and_says_how_to_go_on(hoyle, tmp_path):
    done = hoyle("play", "little-whist", "--seed", 5, answers="1\n")
    assert done.exit_code == 0
    assert "go on with:  hoyle play --resume little-whist.game" in done.stdout
    assert "read it with:  hoyle replay little-whist.game" in done.stdout
    assert "you ann" in (tmp_path / "little-whist.game").read_text(encoding="utf-8")
    assert "the game breaks off here; ann is to move" in hoyle("replay", "little-whist.game").stdout
    hoyle("play", "little-whist", "--seed", 5, answers="1\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "little-whist-2.game",
        "little-whist.game",
    ]


@pytest.mark.parametrize("stop", ["", "quit\n", "q\n"])
def test_a_game_that_was_left_ends_as_if_it_had_not_been(stop, hoyle):
    """The bots go on where they were, so the same answers make the same game."""
    words = ("play", "scotch-whist", "--players", 3, "--seed", 5)
    whole = hoyle(*words, "--record", "whole.game", answers="1\n" * 200)
    assert whole.exit_code == 0
    hoyle(*words, answers="1\n" * 7 + stop)
    rest = hoyle("play", "--resume", "scotch-whist.game", answers="1\n" * 200)
    assert rest.exit_code == 0 and "the game goes on after" in rest.stdout
    assert Path("whole.game").read_bytes() == Path("scotch-whist.game").read_bytes()


def test_what_is_taken_back_is_as_if_it_had_not_been(hoyle):
    words = ("play", "scotch-whist", "--players", 3, "--seed", 6, "--record")
    hoyle(*words, "a.game", answers="1\n" * 5 + "quit\n")
    hoyle(*words, "b.game", answers="1\n1\nundo\nundo\n1\n1\nundo\n" + "1\n" * 4 + "quit\n")
    assert Path("a.game").read_bytes() == Path("b.game").read_bytes()


def test_saving_under_a_name(hoyle, tmp_path):
    done = hoyle(
        "play", "little-whist", "--seed", 5, answers="save mine.game\nsave no/a.game\nquit\n"
    )
    assert "saved: mine.game" in done.stdout
    assert "cannot be written: no such file" in done.stdout
    assert "go on with:  hoyle play --resume mine.game" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["mine.game"]


def test_what_was_saved_in_the_midst_of_a_game_outlasts_its_end(hoyle):
    words, answers = ("play", "pass-one", "--seed", 4), "save a.game\n1\n1\n0\n"
    hoyle(*words, answers=answers)
    assert hoyle("play", "--resume", "a.game", answers="").exit_code == 0
    hoyle(*words, "--record", "b.game", answers=answers.replace("a.game", "c.game"))
    assert "this game is over" in hoyle("play", "--resume", "b.game").stderr
    hoyle("play", "--resume", "c.game", "--record", "d.game", answers="1\n1\n0\n")
    assert Path("b.game").read_bytes() == Path("d.game").read_bytes()
    assert Path("a.game").read_bytes() == Path("c.game").read_bytes()


@pytest.mark.parametrize("said, kept", [("no", True), ("1", True), ("yes", False)])
def test_a_file_that_is_there_is_written_over_only_where_that_is_wanted(
    said, kept, hoyle, tmp_path
):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    answers = f"save notes.txt\n{said}\nsave a.game\nsave a.game\nquit\n"
    done = hoyle("play", "little-whist", "--seed", 5, answers=answers)
    assert done.stdout.count("write over it (yes or no)?") == 1
    assert ("nothing is saved" in done.stdout) == kept
    assert ((tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine") == kept


def test_a_game_is_saved_elsewhere_where_its_folder_takes_nothing(hoyle, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "other"))
    done = hoyle("play", "little-whist", "--record", "no/a.game", answers="")
    assert "no/a.game cannot be written" in done.stdout.replace("\\", "/")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["little-whist.game"]


def test_the_seed_is_a_secret_until_the_end(hoyle):
    asked = hoyle("play", "little-whist", "--seed", 987654, answers="")
    assert "987654" not in asked.stdout
    shown = hoyle("play", "little-whist", "--seed", 987654, "--show-seed", answers="")
    assert "seed: 987654" in shown.stdout


def test_a_drawn_seed_is_recorded(hoyle, tmp_path):
    hoyle("play", "little-whist", answers="")
    text = (tmp_path / "little-whist.game").read_text(encoding="utf-8")
    assert re.search(r"^seed \d+$", text, re.MULTILINE)


def test_the_rules_say_where_they_stand(hoyle, games):
    done = hoyle("play", "little-whist", "--seed", 5, "--set", "target=2", answers="rules\n")
    assert f"  Little Whist: {games / 'little-whist.cards'}" in done.stdout
    assert re.search(r"\n +option target: 2\n +[a-z]\w+ ", done.stdout)  # with its sentence
    assert "option bonus: no" in done.stdout  # its default


def test_a_refusal_names_its_rule(hoyle):
    done = hoyle("play", "high-card", "--seed", 1, "--set", "ante=5", answers="why raise 4\n4\n")
    assert (
        "you may not raise 4: you have too few chips for that\n    high-card.cards:" in done.stdout
    )


def test_bytes_that_are_no_text_are_only_misunderstood(spawn):
    game = spawn("play", "little-whist", "--seed", 5, stdin=-1)
    out, errors = game.communicate(b"\xff\xfe\0\n1\n")
    assert (game.returncode, errors) == (0, b"")
    assert b"there is no" in out and b"saved" in out


def test_ctrl_c_saves_too(spawn, tmp_path):
    game = spawn("play", "little-whist", "--seed", 5, stdin=-1)
    read = b""
    begun = time.monotonic()
    while b"ann> " not in read and time.monotonic() < begun + 60:
        read += game.stdout.read1()
    game.send_signal(signal.SIGINT)
    out, errors = game.communicate(timeout=60)
    assert game.returncode == 130
    assert b"go on with:  hoyle play --resume little-whist.game" in out
    assert b"Traceback" not in errors
    assert (tmp_path / "little-whist.game").is_file()


def test_a_reader_who_goes_loses_nothing(spawn, tmp_path):
    game = spawn("play", "little-whist", "--seed", 5, stdin=-1)
    while b"ann> " not in game.stdout.readline() and game.stdout.peek(1)[:5] != b"ann> ":
        pass
    game.stdout.close()
    game.stdin.write(b"view\n" * 50)
    game.stdin.close()
    assert game.wait(60) == 0
    assert game.stderr.read() == b""
    assert (tmp_path / "little-whist.game").is_file()


PATIENCE = 60.0  # seconds, on a busy machine


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals there")
@pytest.mark.parametrize("last, code", [(b"\x04", 0), (b"\x03", 130)], ids=["ctrl-d", "ctrl-c"])
def test_at_a_terminal(last, code, command, tmp_path):
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"PYTHONUTF8": "1", "NO_COLOR": "1"}
        words = command("play", "little-whist", "--seed", 5)
        os.execv(words[0], words)
    # An answer given before the program listens may be lost, so the last is given again and again.
    read, answers, until = b"", [b"1\n"], time.monotonic() + PATIENCE
    with contextlib.suppress(OSError):  # so Linux says that the other side has gone
        while time.monotonic() < until:
            ready, _, _ = select.select([terminal], [], [], 0.5)
            if ready:
                piece = os.read(terminal, 4096)
                if not piece:
                    break
                read += piece
            elif read.endswith(b"ann> "):
                os.write(terminal, answers.pop(0) if answers else last)
        else:
            os.kill(pid, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == code
    os.close(terminal)
    assert b"ann: play A\xe2\x99\xa5" in read
    assert (tmp_path / "little-whist.game").is_file()


@pytest.mark.parametrize(
    "said", ["play [TH JC]", "play 10H JC", "play J♣ 10♥", "10h jc", "[JC, TH]"]
)
def test_a_set_of_cards_needs_no_brackets(said, hoyle):
    done = hoyle("play", "sets", "--seed", 3, answers=f"{said}\n")
    assert "ann: play" in done.stdout and "10♥ J♣" in done.stdout, done.stdout


def test_an_action_alone_has_an_example_from_the_hand(hoyle):
    done = hoyle("play", "sets", "--seed", 3, answers="play\nquit\n")
    [sample] = re.findall("wants .*, as in `(play .*)`", done.stdout)
    again = hoyle("play", "sets", "--seed", 3, answers=f"{sample}\nquit\n")
    assert "ann: play" in again.stdout


def test_an_action_alone_has_no_example_where_no_move_of_it_is_legal(hoyle, tmp_path):
    text = head("None", "2", "7 8")
    text += """\
  hand of Seat: Cards, seen by owner

match
  deal 3 each from stock to hand of seat for seat in seats
  choose (first seat in seats)
    meld cards in subsets(hand of (first seat in seats))
      must size of cards is 9
    close_up
    call number in 0..5
"""
    path = tmp_path / "none.cards"
    path.write_text(text, encoding="utf-8")
    answers = "meld\nclose\n5\n9\nquit\n"
    lines = hoyle("play", path, "--seed", 1, answers=answers).stdout.splitlines()
    assert "`meld` wants cards; no such move is legal now" in lines
    guess = "there is no `close` here; did you mean `close-up`? "
    assert any(line.startswith(guess) for line in lines)
    assert "there are moves 1 to 2; did you mean `call 5`?" in lines
    assert "there are moves 1 to 2; type ? for help" in lines


def test_why_behind_an_action_asks_of_its_values(hoyle):
    done = hoyle(
        "play", "high-card", "--seed", 1, "--set", "ante=5", answers="raise\nwhy 4\nquit\n"
    )
    assert "you may raise 4" in done.stdout or "you may not raise 4" in done.stdout


def test_why_without_an_action_says_how_a_move_is_written(hoyle):
    done = hoyle("play", "high-card", "--seed", 1, "--set", "ante=5", answers="why KS\nquit\n")
    lines = done.stdout.splitlines()
    (at,) = (k for k, line in enumerate(lines) if "there is no `KS` here" in line)
    assert lines[at + 1].startswith("say which move: `why ")


def test_help_with_a_word_tells_that_word_alone(hoyle):
    done = hoyle("play", "high-card", "--seed", 1, answers="help why\nhelp /Undo\nquit\n")
    told = done.stdout
    assert told.count("why MOVE") == 1 and "\n  as in `why " in told
    assert told.count("back to your last choice") == 1 and "this help" not in told


def test_a_set_may_be_a_single_card_and_is_explained_like_others(hoyle):
    done = hoyle("play", "sets", "--seed", 3, answers="why 7S\nwhy 7S 7H\nplay 5H\nplay 9S\n")
    assert "ann: play" in done.stdout
    assert "you may not play [7♠]: " in done.stdout and "you may not play [7♠ 7♥]" in done.stdout
    assert "the pack has no `5H`" in done.stdout  # the pack has none


COUNTED = head("Counted", "2", "7 8")
COUNTED += """\
  hand of Seat: Cards, seen by owner

state
  seen: 0..9 = 2, not told
  open: 0..9 = 3

define one = first s in seats

match
  move 8 from stock to hand of one
  choose one
    lay cards in subsets(hand of one, 3)
      move cards to stock
    nod
      seen += 1
"""


def test_a_number_after_why_is_that_of_an_offer(hoyle):
    Path("counted.cards").write_text(COUNTED, encoding="utf-8")
    done = hoyle("play", "counted.cards", answers="why 2\nwhy 1\nwhy 3\n")
    assert "you may nod" in done.stdout
    assert "you may lay CARDS (56 ways, such as " in done.stdout
    assert "there are moves 1 to 2; type ? for help" in done.stdout


def test_a_move_of_several_values_is_offered_with_their_bounds(hoyle):
    limits = "    set_limits low in 1..5, high in low..9\n      seen = low\n"
    text = COUNTED.replace(
        "    nod\n", f"{limits}    trade r in ranks, n in 2..30\n      seen = 1\n"
    )
    Path("limits.cards").write_text(text.replace("      seen += 1\n", ""), encoding="utf-8")
    done = hoyle("play", "limits.cards", answers="set-limits 6 7\n")
    told = " ".join(done.stdout.split())
    assert "set-limits 1..5 1..9 (35 ways, such as `set-limits 3 3`)" in told
    assert "trade R 2..30 (58 ways, such as `trade " in told
    assert "you may not set-limits 6 7: not between 1 and 5" in told


def test_where_a_value_is_asked_for_the_way_back_is_told(hoyle):
    Path("counted.cards").write_text(COUNTED, encoding="utf-8")
    done = hoyle("play", "counted.cards", answers="1\n\nnod\n")
    assert "ann> 1\nlay what (Enter: back)? \nann> nod\n" in done.stdout
    assert "the game is over" in done.stdout


def test_where_a_value_is_asked_for_another_move_may_be_made(hoyle):
    text = COUNTED.replace("    nod\n", "    call suit in suits\n      seen += 2\n    nod\n")
    Path("counted.cards").write_text(text + "  choose one\n    later\n", encoding="utf-8")
    answers = "1\ncall\ncall stars\nwhy later 7S\nwhy 7H\nnod\nlater\n"
    lines = hoyle("play", "counted.cards", answers=answers).stdout.splitlines()
    told = [line.removeprefix("lay what (Enter: back)? ") for line in lines]
    assert "`call` wants a suit; suits are S H D C" in told
    assert "`stars` is not a suit; suits are S H D C" in told
    assert "it is not the time for `later` (the rules have here: lay, call, nod)" in told
    assert "`lay` wants 3 cards; 1 was read: `7H`" in told or any("may not lay" in t for t in told)
    assert "the game is over" in told


def test_a_set_reads_in_the_view_as_in_a_sentence(hoyle):
    text = COUNTED.replace("state\n", "state\n  called: Suits\n  voids of Seat: Suits\n", 1)
    text += """\
  called = [♠ ♥]
  voids of one = [♠ ♥]
  choose one
    wipe
      called = empty
  choose one
    go
  if called is empty and ♠ in voids of one
    say "done"
"""
    Path("called.cards").write_text(text, encoding="utf-8")
    told = hoyle("play", "called.cards", answers="nod\nwipe\n").stdout
    assert "called: ♠ ♥ · " in told and "voids: ann ♠ ♥\n" in told
    assert "called: none · " in told


def test_what_is_not_told_stands_in_the_view_only(hoyle):
    Path("counted.cards").write_text(COUNTED, encoding="utf-8")
    done = hoyle("play", "counted.cards", answers="view\n")
    tables = [line.strip() for line in done.stdout.splitlines() if "open: 3" in line]
    assert tables == ["open: 3", "seen: 2 · open: 3"]


OWN_PACK = """edition 1
game "Own Pack"
players 2
pack
  suits bells "●", green
  ranks 7 8 x2
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
match
  deal 3 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to stock
"""


def test_the_samples_of_the_help_are_of_the_pack_of_the_game(hoyle, tmp_path):
    (tmp_path / "own-pack.cards").write_text(OWN_PACK, encoding="utf-8")
    done = hoyle("play", "own-pack.cards", "--seed", 1, answers="?\nwhy\nquit\n")
    assert "the move itself: `play 7-of-bells`; suits are bells green." in done.stdout
    assert "say which move: `why play 7-of-bells`" in done.stdout


APART = """edition 1
game "Apart"

players 2

pack
  cards guard x7, priest x4

zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  laid of Seat: Pile, face up

match
  shuffle stock
  deal 3 each from stock to hand of seat for seat in seats
  deal 2 each from stock to laid of seat for seat in seats
  repeat at most 2 times, else end match
    one_turn

phase one_turn
  for seat in seats
    choose seat
      take card in hand of seat + laid of seat
        move card to laid of left of seat
      pass
"""


def test_moves_that_read_the_same_are_told_apart_by_where_their_cards_lie(hoyle, tmp_path):
    (tmp_path / "apart.cards").write_text(APART, encoding="utf-8")
    done = hoyle("play", "apart.cards", "--seed", 3, answers="quit\n")
    offers = (
        "1 take guard (open, laid of ann) · 2 take guard (hand of ann) · 3 take priest · 4 pass"
    )
    assert offers in done.stdout


PLACED = """\
  house(1..3): Pile, face up
  reserve of Seat: Pile, face up

define one = first seat in seats where yes

match
  move [7♠ 8♠] to house(1)
  move [9♠] to house(2)
  move [7♥] to reserve of one
  choose one
    pack card in house(1..3) + reserve of one, n in 1..3
      must n is 3 "elsewhere"
      move card to house(n)
"""


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("pack 8S to 3", "pack 8♠ from house 1 to house 3"),
        ("pack 8S house 3", "pack 8♠ from house 1 to house 3"),
        ("pack 8S from house 1 to house 3", "pack 8♠ from house 1 to house 3"),
        ("pack 7H from reserve to 3", "pack 7♥ from reserve to house 3"),
        ("pack 7H to house 3 (reserve)", "pack 7♥ from reserve to house 3"),
        ("pack 8S from house 2 to house 3", "it does not lie in house 2, but in house 1"),
        ("pack 8S 3 (house 2)", "it does not lie in house 2, but in house 1"),
        ("pack 8S to house 2", "you may not pack 8♠ 2: elsewhere"),
        ("pack 8S to castle 3", "4 were read"),
    ],
)
def test_a_move_may_be_typed_as_a_transcript_has_it(hoyle, tmp_path, typed, answer):
    place = tmp_path / "placed.cards"
    place.write_text(head("Placed", "2") + PLACED, encoding="utf-8")
    assert answer in hoyle("play", place, "--seed", 1, answers=f"{typed}\nquit\n").stdout


def test_of_moves_that_read_the_same_one_is_said_by_where_its_card_lies(hoyle, tmp_path):
    (tmp_path / "apart.cards").write_text(APART, encoding="utf-8")
    answers = "take guard\ntake guard (hand of ann)\nquit\n"
    done = hoyle("play", "apart.cards", "--seed", 3, answers=answers)
    which = "take guard (open, laid of ann) or take guard (hand of ann)"
    assert f"say which, by where the card lies: {which}" in done.stdout
    assert "your hand: priest priest\n" in done.stdout


def test_what_lies_on_the_table_is_not_called_open(hoyle, tmp_path):
    text = APART.replace("laid of Seat", "row(1..2)").replace("laid of left of seat", "row(1)")
    text = text.replace("to laid of seat for seat in seats", "to row(n) for n in 1..2")
    text = text.replace("hand of seat + laid of seat", "row(1..2)")
    (tmp_path / "apart.cards").write_text(text, encoding="utf-8")
    done = hoyle("play", "apart.cards", "--seed", 3, answers="quit\n")
    assert "take guard (row 1)" in done.stdout


def test_what_cannot_be_chosen_now_and_a_number_behind_a_name_are_told(hoyle, tmp_path):
    text = head("Times", "2", "7 8")
    text += """\
  hand of Seat: Cards, seen by owner

define two = last of seats

match
  deal 3 each from stock to hand of seat for seat in seats
  choose two
    play card in hand of two
      show card
  choose two
    stop_now
"""
    path = tmp_path / "times.cards"
    path.write_text(text, encoding="utf-8")
    words = ("play", path, "--seat", "bob", "--seed", 1)
    said = " ".join(
        hoyle(
            *words, answers="stop-now\nstopnow\nplay 2\nplay 9\nfly\nstop_now 2\nstop-nom\n"
        ).stdout.split()
    )
    assert said.count("it is not the time for `stop-now` (the rules have here: play)") == 3
    assert "as in `7S`; the number of a move is typed alone, without `play`: `2`" in said
    assert "`9` is not a card" in said and said.count("typed alone") == 1
    assert "there is no `fly` here (the rules have here: play)" in said
    guess = "there is no `stop-nom` here; did you mean `stop-now`? It is not the time for that"
    assert guess in said


def test_where_a_value_is_a_number_no_number_of_a_move_is_proposed(hoyle, tmp_path):
    text = head("Bids", "2", "7 8").replace(
        "\nzones",
        """
type Manner = with_trumps or no_trump
type Strain = Suit or no_trump

zones""",
        1,
    )
    text += """\
  hand of Seat: Cards, seen by owner

match
  choose (first seat in seats)
    bid number in 1..3, how in Manner
    name strain in Strain
    say_both rank in ranks, other in seats
"""
    path = tmp_path / "bids.cards"
    path.write_text(text, encoding="utf-8")
    answers = "bid 2\nname nt\nbid 2 no\nsay-both 7\nsay-both 7 eve\nsay-both 9 bob\nquit\n"
    said = " ".join(hoyle("play", path, "--seed", 1, answers=answers).stdout.split())
    assert (
        "wants a number and `how`; 1 was read: `2`; `how` is with-trumps or no-trump ann>" in said
    )
    assert "`nt` is not a strain; strains are S H D C no-trump" in said
    assert "`no` is not a manner; manners are with-trumps no-trump" in said
    assert "1 was read: `7`; ranks are 7 8; `other` is ann or bob" in said
    assert "`eve` is not a seat; seats are ann bob" in said
    assert "`9` is not a rank; ranks are 7 8" in said


def test_a_number_that_is_a_card_too_is_asked_back(hoyle, tmp_path):
    text = """edition 1
game "Numbers"
players 2
pack
  suits numbers "N"
  ranks 1..9
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
match
  deal 4 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      play card in hand of seat
        move card to heap
"""
    path = tmp_path / "numbers.cards"
    path.write_text(text, encoding="utf-8")
    said = hoyle("play", path, "--seed", 1, answers="1\n4\n").stdout
    assert "1 play 7 · 2 play 5 · 3 play 3 · 4 play 1\n" in said
    assert "1 is the number of `play 7`, and a card: `play 1`?\n" in said
    assert "ann: play 1 · bob" in said  # no card is called 4


FAULT = """edition 1
game "Deal Fault"
players 2
pack
  ranks 7 8 9 10 J Q K A
zones
  stock: Pile, face down, starts with the pack
  hand of Seat: Cards, seen by owner
  heap: Pile, face up
match
  deal 2 each from stock to hand of seat for seat in seats
  for seat in seats
    choose seat
      take card in hand of seat
        move card to heap
    choose seat
      lay card in hand of seat
        must size of heap > 3
          and suit of card is ♠  "{card} is too few"
        move card to heap
"""


def test_what_led_to_a_fault_is_told_before_it(hoyle, tmp_path):
    path = tmp_path / "fault.cards"
    path.write_text(FAULT, encoding="utf-8")
    for done in (hoyle("run", path, "--seed", 1), hoyle("play", path, answers="take 7S\n")):
        assert done.exit_code == 1
        assert "hand of bob" in done.stdout and "ann: take" in done.stdout
        assert done.stderr.count("ann may not lay") == 1
        assert "is too few" in done.stderr


PLACES = """\
  meld(1..9): Cards, face up
  row(Seat, 1..2): Pile, seen by owner
  hand of Seat: Cards, seen by owner

match
  for seat in seats
    for n in 1..2
      move top of stock to row(seat, n)
    move 2 from stock to hand of seat
  repeat 2 times
    for seat in seats
      choose seat
        lay card in hand of seat
          move card to meld(first n in 1..9 where meld(n) is empty)
"""


def test_what_is_a_no_stands_in_the_view_that_is_asked_for(hoyle, tmp_path):
    text = (
        head("No")
        + """
state
  tried: yes or no = no
  out of Seat: yes or no = no
  met of Seat: yes or no
  trump: Suit or none = none
match
  for seat in seats
    choose seat
      try_it
        tried = yes
        out of seat = yes
        met of seat = yes
      leave_it
  say "{tried} {out of seats}"
"""
    )
    path = tmp_path / "no.cards"
    path.write_text(text, encoding="utf-8")
    seen = hoyle("play", path, answers="\n").stdout
    assert "tried" not in seen and "met" not in seen
    told = hoyle("play", path, answers="view\n").stdout.splitlines()
    assert "  tried: no · trump: none" in told and "  out: none" in told


def test_the_view_after_undo_is_the_view_from_before(hoyle, tmp_path):
    """Of many places only those are shown that have held cards; the reader's own side by side."""
    place = tmp_path / "places.cards"
    place.write_text(head("Places") + PLACES, encoding="utf-8")
    told = hoyle("play", place, "--seed", 1, answers="1\nundo\nquit\n").stdout
    first, later, again = re.findall(r"(  your row 1: .*?)\nann> ", told, re.S)
    assert again == first
    assert "meld" not in first
    assert re.findall(r"^  (meld \d): ", later, re.M) == ["meld 1", "meld 2"]
    assert re.match(r"  your row 1: \S+ · your row 2: \S+\n", first)


def test_which_end_of_a_pile_the_one_open_card_is_stands_in_the_view(hoyle, tmp_path):
    shown = "match\n  show bottom of stock\n  choose (first seat in seats)\n    nod\n"
    for text, said in (
        (shown, "at the bottom, 31 above"),
        (shown.replace("bottom", "top"), "on top, 31 below"),
        (shown.replace("bottom of stock", "top(stock, 2)"), r"on top, \S+, 30 below"),
        (shown.replace("show", "move 28 from stock to heap\n  show"), "at the bottom, 3 above"),
    ):
        place = tmp_path / "ends.cards"
        place.write_text(head("Ends") + "  heap: Pile, face down\n" + text, encoding="utf-8")
        told = hoyle("play", place, "--seed", 1, answers="quit\n").stdout
        assert re.search(rf"^  stock: \S+ {said}$", told, re.M), told


def test_state_of_a_phase_stands_in_the_view_only_while_that_runs(hoyle, tmp_path):
    """Before it is begun, and once it has ended, what it holds is nothing that anybody has said."""
    text = (
        head("Attempts", "2")
        + """\
  heap: Pile, face up

state of try
  done: yes or no = no
  tries: 0..9 = 3

match
  shuffle stock
  repeat 2 times
    choose (first s in seats)
      turn
        move top of stock to heap
      attempt
        try

phase try
  choose (first s in seats)
    finish
      done = yes
  choose (first s in seats)
    leave
"""
    )
    (tmp_path / "tries.cards").write_text(text, encoding="utf-8")
    moves = "attempt\nfinish\nleave\nturn\n"
    done = hoyle("play", "tries.cards", "--seed", 1, answers=moves).stdout
    before, at_finish, at_leave, after, *_ = re.split(r"\n[a-z]+> ", done)
    assert "tries" not in before and "done" not in before
    assert "tries: 3" in at_finish and "done: yes" in at_leave
    assert "stock: " in after and "tries" not in after and "done" not in after


def test_of_many_numbers_only_those_that_are_not_0_stand_in_the_view(hoyle):
    text = COUNTED.replace("ranks 7 8", "ranks 7 8 9").replace(
        "state\n", "state\n  boodle of Card: 0..9 = 0\n", 1
    )
    text = text.replace("move 8 from", "for c in [8♥]\n    boodle of c += 3\n  move 8 from")
    Path("boodle.cards").write_text(text, encoding="utf-8")
    told = [line.strip() for line in hoyle("play", "boodle.cards").stdout.splitlines()]
    assert [line for line in told if line.startswith("boodle:")] == ["boodle: 8♥ 3"]


def test_of_many_places_those_that_are_empty_again_leave_the_view(hoyle):
    text = head("Emptied", "2", "7 8 9 10 J Q").replace("\npack\n", "\nsides 2, in turn\n\npack\n")
    text += """\
  meld(Side, Rank): Cards, face up
  column(1..12): Cards, face up

match
  move 7♠ to meld(side of (first seat in seats), 7)
  move 8♠ to column(2)
  choose (first seat in seats)
    clear
      move meld(side of (first seat in seats), 7) to stock
      move column(2) to stock
  choose (first seat in seats)
    nod
"""
    Path("emptied.cards").write_text(text, encoding="utf-8")
    told = hoyle("play", "emptied.cards", answers="1\nquit\n").stdout
    before, after, _ = told.split("ann> ")
    assert "\n  meld 7 of ann: 7♠\n" in before and "meld 7 of ann:" not in after
    assert "column 2: no cards" in after  # a number keeps its place


def test_a_number_that_was_chosen_stands_in_the_view_though_it_is_0(hoyle):
    text = head("Bids", "2")
    text += """\
state
  bid of Seat: 0..9 = 0
  laid of Seat: 0..9 = 0

match
  for seat in seats
    laid of seat = 0
  choose (first seat in seats)
    nod
  for seat in seats
    choose seat
      foretell number in 0..0
        bid of seat = number
  choose (first seat in seats)
    nod
"""
    Path("bids.cards").write_text(text, encoding="utf-8")
    told = hoyle("play", "bids.cards", answers="nod\nforetell 0\nquit\n").stdout
    lines = [line.strip() for line in told.splitlines()]
    assert [line for line in lines if line.startswith("bid:")] == ["bid: ann 0 · bob 0"]
    assert not any(line.startswith("laid:") for line in lines)


def test_places_of_which_as_much_is_seen_stand_as_one(hoyle, tmp_path):
    text = (
        head("Blinds", "2")
        + """\
  blind(Seat, 1..3): Cards, face down, at most 1

match
  for n in 1..3
    deal 1 each from stock to blind(seat, n) for seat in seats
  for seat in seats
    choose seat
      turn n in 1..3
        show blind(seat, n)
  say "done"
"""
    )
    (tmp_path / "blinds.cards").write_text(text, encoding="utf-8")
    shown = hoyle("play", "blinds.cards", "--seed", 1, "--seat", "ann", answers="1\n").stdout
    assert "\n  your blinds 1 to 3: a card each\n  bob's blinds 1 to 3: a card each\n" in shown
    both = hoyle("play", "blinds.cards", "--seed", 1, "--seat", "bob", answers="1\n").stdout
    assert re.search(r"\n  ann's blind \d: \S+ · ann's blinds .*: a card each\n", both)
