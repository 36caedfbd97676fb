"""No card that a seat has not seen is ever told to it: in `run --as`, in `play`, in `--json`."""

import json
import re
from itertools import permutations

import pytest

import hoyle as door
from hoyle.interpreter.cli.conversation import Conversation, Seated
from hoyle.interpreter.cli.opponents import Opponents
from hoyle.interpreter.narration.json_events import JsonEvents
from hoyle.interpreter.narration.text_wrap import TextPage
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.bots import Bots, Manners
from hoyle.interpreter.runtime.generator import Stream
from tests.heads import head

CARD = re.compile(r"(?<![\w.])(?:10|[2-9AKQJ])[♠♥♦♣]")
LETTERED = re.compile(r'"([2-9TAKQJ])([SHDC])"')
SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))

TABLES = [
    ("little-whist", 3, {}),
    ("high-card", 3, {}),
    ("pass-one", 3, {}),
    ("scotch-whist", 3, {"target": 30}),
    ("pontoon", 3, {"deals": 3}),
    ("pontoon", 4, {"deals": 3, "second_card": "down", "declare": "optional", "stick_min": 15}),
]


class Heard(TextPage):
    """Paper that keeps what is written on it."""

    def __init__(self):
        super().__init__(True)
        object.__setattr__(self, "texts", [])

    def line(self, text="", indent=0, place=""):
        self.texts.append(text)

    def write_parts(self, parts, indent=0, place=""):
        self.texts.extend(parts)

    def take(self):
        """The cards that were named since the last time."""
        found = set(CARD.findall(" ".join(self.texts)))
        self.texts.clear()
        return found


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def laid(request, games):
    """A ruleset, its table, and the options."""
    name, players, options = request.param
    own = games / f"{name}.cards"
    ruleset = door.load(own if own.is_file() else name)
    return ruleset, ruleset.table(players, options), options


def card_words(table, cards):
    """Cards as a reader sees them."""
    pack = table.machine.pack
    return {f"{pack.rank_words[pack.ranks[c]]}{pack.suit_words[pack.suits[c]]}" for c in cards}


def seen_by(position, seat):
    """The cards that lie open to a seat now or were shown to it on the way here."""
    found = {card for zone in position.view(seat).zones for card in zone.cards if card is not None}
    for event in position.events:
        if event.kind in ("move", "deal", "show"):
            pairs = zip(event.cards, event.seers, strict=True)
            found |= {card for card, seers in pairs if seers >> seat & 1}
    return found


def games_of(table, seeds):
    """Some games, each as the list of its positions."""
    for seed in seeds:
        position, bots = table.start(seed), Bots(seed, table.engine)
        path = [position]
        while not position.over:
            position = position.play(bots.move(position))
            path.append(position)
        yield path


def test_a_transcript_names_only_what_its_reader_has_seen(laid):
    ruleset, table, _ = laid
    named = 0
    for path in games_of(table, range(6)):
        for seat in range(len(table.names)):
            paper = Heard()
            told = Transcript(ruleset, table, paper, seat)
            known: set[str] = set()
            for position in path:
                known |= card_words(table, seen_by(position, seat))
                told.add_position(position)
                told.end()
                cards = paper.take()
                named += len(cards)
                assert cards <= known, (position.events, cards - known)
    assert named > 50  # there was something to hide


def test_facts_name_only_what_their_reader_has_seen(laid):
    _, table, _ = laid
    for path in games_of(table, range(3)):
        for seat in range(len(table.names)):
            facts = JsonEvents(table, seat)
            known: set[str] = set()
            for position in path:
                known |= card_words(table, seen_by(position, seat))
                text = json.dumps(facts.list_events(position))
                cards = {f"{rank}{SIGNS[suit]}" for rank, suit in LETTERED.findall(text)}
                assert {card.replace("T", "10") for card in cards} <= known


class Player:
    """Answers at random, with questions and second thoughts; looks at every card that is named."""

    EXTRA = ("moves", "view", "undo", "?", "why 1")

    def __init__(self, ruleset, table, options, seed, seat):
        self.table, self.seat, self.known, self.asked = table, seat, set(), 0
        self.stream, self.paper = Stream(seed, "answers", seat), Heard()
        seated = Seated(ruleset, table, options, seed, seat, Opponents(table, Manners()))
        self.talk = Conversation(seated, self.paper, self.answer)

    def look(self):
        """Every card that has been named was seen."""
        for position, _ in self.talk.trail:
            self.known |= card_words(self.table, seen_by(position, self.seat))
        assert self.paper.take() <= self.known

    def answer(self, prompt):
        """A legal move, mostly."""
        self.look()
        self.asked += 1
        if self.asked < 400 and self.stream.below(6) == 0:
            return self.EXTRA[self.stream.below(len(self.EXTRA))]
        legal = self.talk.position.legal()
        return self.talk.position.text(legal.kth(self.stream.below(legal.size)))


def test_a_conversation_names_only_what_its_player_has_seen(laid):
    ruleset, table, options = laid
    for seed in range(4):
        player = Player(ruleset, table, options, seed, seed % len(table.names))
        player.talk.resume_at(table.start(seed))
        player.talk.play()
        assert player.talk.position.over
        player.look()


def test_what_lies_hidden_changes_nothing_that_is_told(games):
    """The same game with the hidden cards in any other order reads the same."""
    ruleset = door.load(games / "pass-one.cards")
    table = ruleset.table(3)
    others = ["J♠", "Q♠", "K♠", "J♥", "Q♥", "K♥"]  # of ann and bob, dealt in turn with cat's
    told = set()
    for order in list(permutations(others))[::40]:
        pack = [*order[:2], "A♠", *order[2:4], "A♥", *order[4:], "A♦"]
        paper = Heard()
        script = Transcript(ruleset, table, paper, 2)
        script.add_position(table.start(1, pack))
        script.end()
        told.add("\n".join(paper.texts))
    assert len(told) == 1


def test_a_sealed_choice_is_told_when_all_have_chosen(games):
    ruleset = door.load(games / "pass-one.cards")
    table = ruleset.table(3)
    position = table.start(2)
    paper = Heard()
    script = Transcript(ruleset, table, paper, 2)
    heard = []
    for _ in range(3):
        script.add_position(position)
        script.end()
        heard.append(" · ".join(paper.texts))
        paper.texts.clear()
        position = position.play(position.legal().kth(0))
    assert ": pass" not in heard[1] + heard[2]
    script.add_position(position)
    script.end()
    first, *_ = [text for text in paper.texts if ": pass " in text]
    assert first == "ann: pass a card"
    assert any("cat: pass " in text and CARD.search(text) for text in paper.texts)


SEALED = (
    head("Sealed", "3")
    + """\
  hand of Seat: Cards, seen by owner

state
  bid of Seat: 0..9 = 0, seen by owner

match
  shuffle stock
  deal 3 each from stock to hand of s for s in seats
  choose together seat in seats
    bid x in 1..2, card in hand of seat
      must rank of card in [7, 8, 9, 10]  "too high"
      bid of seat = x
"""
)


@pytest.mark.parametrize("ways", [["run", "--as", "ann"], ["run", "--as", "ann", "--json"]])
def test_a_fault_tells_a_player_nothing_of_sealed_choices_and_hands_of_others(
    ways, hoyle, tmp_path
):
    game = tmp_path / "sealed.cards"
    game.write_text(SEALED, encoding="utf-8")
    command, *words = ways
    runs = ((seed, hoyle(command, game, "--seed", seed)) for seed in range(40))
    seed = next(
        seed for seed, run in runs
        if "bob: bid" in run.stdout and "cat may not bid" in run.stderr
    )  # fmt: skip
    told = hoyle(command, game, "--seed", seed, *words)
    assert told.exit_code == 1 and "cat has to choose, and may do nothing" in told.stderr
    assert "may not bid" not in told.stderr and "ann" in told.stdout
    assert not re.search(r'bob: bid|"seat": "bob"', told.stdout)
