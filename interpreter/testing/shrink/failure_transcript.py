"""A transcript of a failed game: cards that do not matter are any card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hoyle.interpreter.library.ruleset import Ruleset
from hoyle.interpreter.narration.labels import Labels, count_cards
from hoyle.interpreter.narration.redaction import Redaction
from hoyle.interpreter.narration.text_wrap import KeptPage
from hoyle.interpreter.narration.transcript import Transcript
from hoyle.interpreter.runtime.events import Event, PileShuffled, Role
from hoyle.interpreter.runtime.table import Position, Table
from hoyle.interpreter.testing.script import ANY, Outcome

WIDTH = 92  # of a line, before it is set in


class FailureTranscript(Transcript):
    """A game of which only some cards are `named`; `packs` are the shuffles as written."""

    def __init__(
        self, ruleset: Ruleset, table: Table, named: Collection[int], packs: Iterable[Outcome]
    ) -> None:
        self.page = KeptPage(True, WIDTH)
        labels, redaction = PartialLabels(table, True), PartialRedaction(table, named)
        super().__init__(ruleset, table, self.page, labels=labels, redaction=redaction)
        self.packs = iter(packs)

    def add_shuffle(self, event: PileShuffled) -> None:
        """A shuffle is told by the cards that matter in it."""
        pack = next(self.packs, ())
        place = self.labels.format_place(event.place)
        text = describe_pile(self.labels, pack if isinstance(pack, tuple) else ())
        self.lines.add_line(f"{place}, {text}" if text else f"{place} shuffled", event.span)

    def begin_in(self, phase: str) -> None:
        """The game begins in a phase."""
        self.lines.begin_phase("match")
        self.lines.begin_phase(phase)

    def list_lines(self) -> tuple[str, ...]:
        """The lines so far, without empty ones."""
        self.end()
        return tuple(line for line in self.page.lines if line.strip())


class PartialRedaction(Redaction):
    """Sees every card that has a name in the script, and of the others nothing."""

    def __init__(self, table: Table, named: Collection[int]) -> None:
        super().__init__(table, None)
        self.named = named

    def redact(self, event: Event, position: Position, late: bool = False) -> Event | None:
        """An event with None for each card that may be any."""
        seen = super().redact(event, position, late)
        if seen is None or Role.CARDS not in seen.fields:
            return seen
        cards = tuple(c if c in self.named else None for c in seen.get(Role.CARDS))
        return seen.change({Role.CARDS: cards})


class PartialLabels(Labels):
    """Cards that are not named are not hidden: it does not matter which they are."""

    def format_zone(self, cards: Sequence[int | None], pile: bool) -> str:
        """`A♠ and any card`, `18 cards`."""
        seen = [card for card in cards if card is not None]
        others = len(cards) - len(seen)
        if not seen or not others:
            return super().format_zone(cards, pile)
        text = self.words.format_cards(seen) if pile else self.format_hand(seen)
        return f"{text} and {'any card' if others == 1 else f'any {count_cards(others)}'}"


def describe_pile(labels: Labels, pack: Sequence[int]) -> str:
    """How a shuffled pile lies: `from the top: any, 10♥, then any`; empty where none matters."""
    if not pack:
        return ""
    words = ["any" if card == ANY else labels.words.format_card(card) for card in pack]
    return f"from the top: {', '.join(words)}, then any"
